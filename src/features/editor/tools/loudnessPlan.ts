// The plan that brings what is kept to its loudness: measured once for these areas and this voice, and again when
// either has changed.
import { atom } from 'jotai/vanilla';
import type { LoudnessPlan, Region } from '../../../dsp/protocol.ts';
import type { EditorSource } from '../atoms.ts';
import type { ToolChoices } from './choices.ts';
import { operationsAtom } from './operations.ts';
import { personaOf, planKey } from './voiceTools.ts';

interface KeptPlan {
  /** Of `planKey`. */
  key: string;
  plan: LoudnessPlan;
}

const stateAtom = atom<KeptPlan | null>(null);
/** The last plan; of earlier areas perhaps. */
export const keptPlanAtom = atom((get) => get(stateAtom));

export interface PlanRequest {
  source: EditorSource;
  regions: Region[];
  choices: ToolChoices;
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** The plan for exactly these regions and this voice: at once when it is there, otherwise by a pass over them. */
export const planLoudnessAtom = atom(
  null,
  async (get, set, { source, regions, choices, signal, onProgress }: PlanRequest): Promise<LoudnessPlan> => {
    const key = planKey(source, regions, choices);
    const kept = get(stateAtom);
    if (kept?.key === key) return kept.plan;
    const ports = get(operationsAtom);
    if (!ports.planLoudness) throw new TypeError('this engine cannot plan loudness');
    const persona = choices.persona && (await personaOf(ports, source, choices.persona));
    const plan = await ports.planLoudness(source.file, regions, persona, onProgress, { signal });
    set(stateAtom, { key, plan });
    return plan;
  },
);
