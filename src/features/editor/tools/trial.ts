// Decodes what the editor plays: the take with the active tools, or with the tool being tried, before or after.
import { atom } from 'jotai/vanilla';
import type { VoiceTools } from '../../../dsp/protocol.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import { type Fades, type ToolChoices, without } from './choices.ts';
import { type DecodedRange, operationsAtom } from './operations.ts';
import { cachedPlanAtom, personaOf } from './voiceTools.ts';

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

/** Decodes a range of the take as it is heard now. */
export const decodeWithToolsAtom = atom(
  null,
  async (get, _set, source: EditorSource, start: number, end: number): Promise<DecodedRange> => {
    const choices = get(playedChoicesAtom);
    const ports = get(operationsAtom);
    const regions = get(areasAtom);
    const plan = choices.loudness ? get(cachedPlanAtom)?.plan : undefined;
    const persona = choices.persona && (await personaOf(ports, source, choices.persona));
    const tools: VoiceTools = { ...(persona ? { persona } : {}), ...(plan ? { loudness: plan } : {}) };
    const range = await (persona || plan
      ? ports.decodeRange(source.file, start, end, tools)
      : ports.decodeRange(source.file, start, end));
    if (choices.fades) fadeRange(range, choices.fades, regions);
    return range;
  },
);

interface Region {
  start: number;
  end: number;
}

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

/**
 * Applies fades to `range` in place, like the engine: half a period of a raised cosine at each end of all kept regions,
 * which are in time order.
 */
export function fadeRange(range: DecodedRange, fades: Fades, regions: readonly Region[]): void {
  const total = regions.reduce((sum, region) => sum + region.end - region.start, 0);
  const frames = range.channels[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    const at = exportPosition(regions, range.startSeconds + frame / range.sampleRate);
    if (at === null) continue;
    const gain = rise(at, fades.inSeconds) * rise(total - at, fades.outSeconds);
    if (gain === 1) continue;
    for (const samples of range.channels) samples[frame] = (samples[frame] ?? 0) * gain;
  }
}
