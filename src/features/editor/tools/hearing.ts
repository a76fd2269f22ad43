// What is heard in the editor: the take with the tools that are on, or with the one that is being tried, so that it can
// be compared before it is taken.
import { atom } from 'jotai/vanilla';
import type { VoiceTools } from '../../../dsp/protocol.ts';
import { areasAtom, choicesAtom, type EditorSource } from '../atoms.ts';
import { type ToolChoices, without } from './choices.ts';
import { fadeRange } from './fadeRange.ts';
import { keptPlanAtom } from './loudnessPlan.ts';
import { type HeardRange, operationsAtom } from './operations.ts';
import { personaOf } from './voiceTools.ts';

export interface Trial {
  tool: keyof ToolChoices;
  /** With it and all that is on beside it. */
  choices: ToolChoices;
}

/** The tool that is open and not yet taken; null while none is tried. */
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
