// Decodes what the editor plays: the take with the active tools, or with the tool being tried, before or after.
import { atom } from 'jotai/vanilla';
import type { VoiceTools } from '../../../dsp/protocol.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import { type Fades, type ToolChoices, without } from './choices.ts';
import { type HeardRange, operationsAtom } from './operations.ts';
import { keptPlanAtom, personaOf } from './voiceTools.ts';

interface Trial {
  tool: keyof ToolChoices;
  /** This tool and all active ones. */
  choices: ToolChoices;
}

/** The tool being tried; null if none. */
export const trialAtom = atom<Trial | null>(null);
/** Before (false) or after; only while a tool is tried. */
export const hearsAfterAtom = atom(true);

/** The tools that are heard now. */
const heardChoicesAtom = atom((get): ToolChoices => {
  const trial = get(trialAtom);
  if (!trial) return get(choicesAtom);
  return get(hearsAfterAtom) ? trial.choices : without(trial.choices, trial.tool);
});

/** Decodes a range of the take as it is heard now. */
export const decodeHeardAtom = atom(
  null,
  async (get, _set, source: EditorSource, start: number, end: number): Promise<HeardRange> => {
    const heard = get(heardChoicesAtom);
    const ports = get(operationsAtom);
    const regions = get(areasAtom);
    const plan = heard.loudness ? get(keptPlanAtom)?.plan : undefined;
    const persona = heard.persona && (await personaOf(ports, source, heard.persona));
    const tools: VoiceTools = { ...(persona ? { persona } : {}), ...(plan ? { loudness: plan } : {}) };
    const range = await (persona || plan
      ? ports.decodeRange(source.file, start, end, tools)
      : ports.decodeRange(source.file, start, end));
    if (heard.fades) fadeRange(range, heard.fades, regions);
    return range;
  },
);

interface Region {
  start: number;
  end: number;
}

/** Export position of a source position; null outside the kept regions. */
function keptAt(regions: readonly Region[], seconds: number): number | null {
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
export function fadeRange(range: HeardRange, fades: Fades, regions: readonly Region[]): void {
  const total = regions.reduce((sum, region) => sum + region.end - region.start, 0);
  const frames = range.channels[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    const at = keptAt(regions, range.startSeconds + frame / range.sampleRate);
    if (at === null) continue;
    const gain = rise(at, fades.inSeconds) * rise(total - at, fades.outSeconds);
    if (gain === 1) continue;
    for (const samples of range.channels) samples[frame] = (samples[frame] ?? 0) * gain;
  }
}
