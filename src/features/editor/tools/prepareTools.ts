// Before an export: the tools that are on, as the engine takes them, with a loudness plan for exactly what is kept.
import { atom } from 'jotai/vanilla';
import type { Region, VoiceTools } from '../../../dsp/protocol.ts';
import { choicesAtom, type EditorSource } from '../atoms.ts';
import { isToolOn } from './choices.ts';
import { keptPlanAtom, planLoudnessAtom } from './loudnessPlan.ts';
import { operationsAtom } from './operations.ts';
import { personaOf, planKey } from './voiceTools.ts';

/** Part of the whole work that measuring takes, where it has to be done. */
const MEASURING_SHARE = 0.4;

export interface PreparedTools {
  /** Undefined: the regions as they are. */
  tools: VoiceTools | undefined;
  /** Share of the work that is done with this, 0 … 1. */
  share: number;
}

/**
 * Rejects when a tool that is on cannot be had: an export without it would publish what a person did not want heard.
 */
export const prepareToolsAtom = atom(
  null,
  async (
    get,
    set,
    source: EditorSource,
    regions: Region[],
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<PreparedTools> => {
    const choices = get(choicesAtom);
    if (!isToolOn(choices)) return { tools: undefined, share: 0 };
    const tools: VoiceTools = {};
    if (choices.fades) tools.fades = choices.fades;
    if (choices.persona) {
      const persona = await personaOf(get(operationsAtom), source, choices.persona);
      if (!persona) throw new TypeError('this build has no persona voice');
      tools.persona = persona;
    }
    if (!choices.loudness) return { tools, share: 0 };
    const share = get(keptPlanAtom)?.key === planKey(source, regions, choices) ? 0 : MEASURING_SHARE;
    const report = (fraction: number) => onProgress(fraction * share);
    tools.loudness = await set(planLoudnessAtom, { source, regions, choices, signal, onProgress: report });
    return { tools, share };
  },
);
