// Choices of a person → what the engine is told.

import { atom } from 'jotai/vanilla';
import type { LoudnessPlan, Region, VoiceTools } from '../../../dsp/protocol.ts';
import { choicesAtom, type EditorSource } from '../atoms.ts';
import { isToolOn, type ToolChoices } from './choices.ts';
import { type Operations, operationsAtom } from './operations.ts';

/** Undefined where this build has no persona voice. */
export async function personaOf(
  ports: Operations,
  source: EditorSource,
  strength: NonNullable<ToolChoices['persona']>,
): Promise<VoiceTools['persona']> {
  if (!ports.personaSecret) return undefined;
  return { secret: await ports.personaSecret(), take: source.reference, strength };
}

/** Names what a plan was made for: kept regions and voice. */
const planKey = (source: EditorSource, regions: readonly Region[], choices: ToolChoices) =>
  JSON.stringify([source.reference, choices.persona ?? null, regions.map(({ start, end }) => [start, end])]);

interface KeptPlan {
  /** Of `planKey`. */
  key: string;
  plan: LoudnessPlan;
}

const stateAtom = atom<KeptPlan | null>(null);
/** The last plan; of earlier areas perhaps. */
export const keptPlanAtom = atom((get) => get(stateAtom));

interface PlanRequest {
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

/** Part of the whole work that measuring takes, where it has to be done. */
const MEASURING_SHARE = 0.4;

interface PreparedTools {
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
