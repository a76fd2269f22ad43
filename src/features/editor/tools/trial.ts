// Decodes what the editor plays: the take with the active tools, or with the tool being tried, before or after.
import { atom } from 'jotai/vanilla';
import type { LoudnessPlan, Region, VoiceTools } from '../../../dsp/protocol.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import { type Fades, type ToolChoices, without } from './choices.ts';
import { type DecodedRange, operationsAtom } from './operations.ts';
import { cachedPlanAtom, earlyToolsAtom, gainsAtom } from './voiceTools.ts';

interface Trial {
  tool: keyof ToolChoices;
  /** This tool and all active ones. */
  choices: ToolChoices;
}

/** The tool being tried; null if none. */
export const trialAtom = atom<Trial | null>(null);
/** Before (false) or after; only while a tool is tried. */
export const playsAfterAtom = atom(true);

/** The tools that are heard now. */
const playedChoicesAtom = atom((get): ToolChoices => {
  const trial = get(trialAtom);
  if (!trial) return get(choicesAtom);
  return get(playsAfterAtom) ? trial.choices : without(trial.choices, trial.tool);
});

/** Factor of the amplitude at a second of the take. */
export type Gain = (seconds: number) => number;

/** The gain that areas, loudness and fades apply to the current preview, without the limiter; null if neither is on. */
export const heardGainAtom = atom((get): Gain | null => {
  const { fades, loudness } = get(playedChoicesAtom);
  const plan = loudness && get(cachedPlanAtom)?.plan;
  const gains = get(gainsAtom);
  if (!fades && !plan && gains.length === 0) return null;
  const fade = fades ? fadeOf(fades, get(areasAtom)) : () => 1;
  return (seconds) => {
    const own = gains.find(({ start, end }) => start <= seconds && seconds < end)?.db ?? 0;
    const levelled = plan ? plan.gainDb + liftAt(plan.lift, seconds) : 0;
    return fade(seconds) * 10 ** ((own + levelled) / 20);
  };
});

/** Decibels of the curve, which is straight between its points and level outside them. */
function liftAt(lift: LoudnessPlan['lift'], seconds: number): number {
  const next = lift.findIndex(({ atSeconds }) => atSeconds > seconds);
  const from = lift.at(next < 0 ? -1 : Math.max(0, next - 1));
  const to = lift[next];
  if (!from || !to || next === 0) return from?.db ?? 0;
  return from.db + ((to.db - from.db) * (seconds - from.atSeconds)) / (to.atSeconds - from.atSeconds);
}

/** Decodes a range of the take as it is heard now. */
export const decodeWithToolsAtom = atom(
  null,
  async (get, set, source: EditorSource, start: number, end: number): Promise<DecodedRange> => {
    const choices = get(playedChoicesAtom);
    const ports = get(operationsAtom);
    const regions = get(areasAtom);
    const plan = choices.loudness ? get(cachedPlanAtom)?.plan : undefined;
    const early = await set(earlyToolsAtom, { source, choices, heard: { start, end } });
    const tools: VoiceTools = { ...early, ...(plan ? { loudness: plan } : {}) };
    const range = await (Object.keys(tools).length > 0
      ? ports.decodeRange(source.file, start, end, tools)
      : ports.decodeRange(source.file, start, end));
    if (choices.fades) fadeRange(range, choices.fades, regions);
    return range;
  },
);

/** Export position of a source position; null outside the kept regions. */
function exportPosition(regions: readonly Region[], seconds: number): number | null {
  let before = 0;
  for (const region of regions) {
    if (seconds < region.start) return null;
    if (seconds <= region.end) return before + seconds - region.start;
    before += region.end - region.start;
  }
  return null;
}

const rise = (at: number, length: number) =>
  at >= length ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * Math.max(0, at)) / length);

/** Like the engine: half a period of a raised cosine at each end of all kept regions, which are in time order. */
function fadeOf(fades: Fades, regions: readonly Region[]): Gain {
  const total = regions.reduce((sum, region) => sum + region.end - region.start, 0);
  return (seconds) => {
    const at = exportPosition(regions, seconds);
    return at === null ? 1 : rise(at, fades.inSeconds) * rise(total - at, fades.outSeconds);
  };
}

/** Applies fades to `range` in place. */
export function fadeRange(range: DecodedRange, fades: Fades, regions: readonly Region[]): void {
  const fade = fadeOf(fades, regions);
  const frames = range.channels[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    const gain = fade(range.startSeconds + frame / range.sampleRate);
    if (gain === 1) continue;
    for (const samples of range.channels) samples[frame] = (samples[frame] ?? 0) * gain;
  }
}
