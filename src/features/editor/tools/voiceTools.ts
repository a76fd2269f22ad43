// Turns tool choices into engine parameters, with a loudness plan measured for exactly the kept regions.

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

/** Key of a plan: kept regions and voice. */
const planKey = (source: EditorSource, regions: readonly Region[], choices: ToolChoices) =>
  JSON.stringify([source.reference, choices.persona ?? null, regions.map(({ start, end }) => [start, end])]);

interface KeyedPlan {
  /** Of `planKey`. */
  key: string;
  plan: LoudnessPlan;
}

const stateAtom = atom<KeyedPlan | null>(null);
/** The last plan, possibly for earlier areas. */
export const cachedPlanAtom = atom((get) => get(stateAtom));

interface PlanRequest {
  source: EditorSource;
  regions: Region[];
  choices: ToolChoices;
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** The plan for these regions and this voice: cached, or measured in one pass. */
export const planLoudnessAtom = atom(
  null,
  async (get, set, { source, regions, choices, signal, onProgress }: PlanRequest): Promise<LoudnessPlan> => {
    const key = planKey(source, regions, choices);
    const known = get(stateAtom);
    if (known?.key === key) return known.plan;
    const ports = get(operationsAtom);
    if (!ports.planLoudness) throw new TypeError('this engine cannot plan loudness');
    const persona = choices.persona && (await personaOf(ports, source, choices.persona));
    const plan = await ports.planLoudness(source.file, regions, persona, onProgress, { signal });
    set(stateAtom, { key, plan });
    return plan;
  },
);

/** Share of the work that measuring takes. */
const MEASURING_SHARE = 0.4;

interface PreparedTools {
  /** Undefined: no tools. */
  tools: VoiceTools | undefined;
  /** Share of the work already done, 0 … 1. */
  share: number;
}

/** Rejects when an active tool is unavailable: an export without it would reveal what the person wanted to hide. */
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
    const share = get(cachedPlanAtom)?.key === planKey(source, regions, choices) ? 0 : MEASURING_SHARE;
    const report = (fraction: number) => onProgress(fraction * share);
    tools.loudness = await set(planLoudnessAtom, { source, regions, choices, signal, onProgress: report });
    return { tools, share };
  },
);
