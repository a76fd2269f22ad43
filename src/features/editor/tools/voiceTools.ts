// Turns tool choices into engine parameters, with a loudness plan measured for exactly the kept regions.

import { atom } from 'jotai/vanilla';
import type { Disturbances, EarlyTools, LoudnessPlan, Region, VoiceTools } from '../../../dsp/protocol.ts';
import { gainsOf } from '../areas.ts';
import { areasAtom, choicesAtom, type EditorSource, sourceAtom } from '../atoms.ts';
import { isToolOn, type ToolChoices } from './choices.ts';
import { searchNearAtom } from './nearFindings.ts';
import { type Operations, operationsAtom } from './operations.ts';

/** Of the areas shown. */
export const gainsAtom = atom((get) => gainsOf(get(areasAtom)));

/** Undefined where this build has no persona voice. */
async function personaOf(
  ports: Operations,
  source: EditorSource,
  strength: NonNullable<ToolChoices['persona']>,
): Promise<VoiceTools['persona']> {
  if (!ports.personaSecret) return undefined;
  return { secret: await ports.personaSecret(), take: source.reference, strength };
}

interface KeyedFindings {
  /** The searched file. */
  of: Blob;
  findings: Disturbances;
}

const findingsStateAtom = atom<KeyedFindings | null>(null);
/** What disturbs the open take; null until it was searched. */
export const findingsAtom = atom((get) => {
  const known = get(findingsStateAtom);
  return known && known.of === get(sourceAtom)?.file ? known.findings : null;
});

interface EarlyRequest {
  source: EditorSource;
  choices: ToolChoices;
  /** The region that plays. While the whole take has not been searched, only the sound around this region is searched. */
  heard?: Region;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/** The tools that run before loudness. Searches for disturbances if they are not known yet. */
export const earlyToolsAtom = atom(
  null,
  async (get, set, { source, choices, heard, signal, onProgress }: EarlyRequest): Promise<EarlyTools> => {
    const ports = get(operationsAtom);
    const gains = get(gainsAtom);
    const tools: EarlyTools = gains.length > 0 ? { gains } : {};
    if (choices.cleanup) {
      if (!ports.findDisturbances) throw new TypeError('no clean-up');
      const known = get(findingsStateAtom);
      let findings = known?.of === source.file ? known.findings : null;
      if (!findings && heard) findings = await set(searchNearAtom, source, heard);
      if (!findings) {
        findings = await ports.findDisturbances(source.file, undefined, onProgress, { signal });
        set(findingsStateAtom, { of: source.file, findings });
      }
      tools.cleanup = { ...choices.cleanup, findings };
    }
    const persona = choices.persona && (await personaOf(ports, source, choices.persona));
    return persona ? { ...tools, persona } : tools;
  },
);

/** Key of a plan: kept regions and the tools before loudness. */
const planKeyAtom = atom(
  null,
  (get, _set, source: EditorSource, regions: readonly Region[], { cleanup, persona }: ToolChoices) =>
    JSON.stringify([
      source.reference,
      source.parts ?? null,
      cleanup ?? null,
      persona ?? null,
      regions.map(({ start, end }) => [start, end]),
      get(gainsAtom),
    ]),
);

interface KeyedPlan {
  /** Of `planKeyAtom`. */
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

/** Share of a measurement that the search for disturbances takes. */
const SEARCH_SHARE = 0.5;

/** The plan for these regions and the tools before: cached, or measured in one pass. */
export const planLoudnessAtom = atom(
  null,
  async (get, set, { source, regions, choices, signal, onProgress }: PlanRequest): Promise<LoudnessPlan> => {
    const key = set(planKeyAtom, source, regions, choices);
    const known = get(stateAtom);
    if (known?.key === key) return known.plan;
    const ports = get(operationsAtom);
    if (!ports.planLoudness) throw new TypeError('no loudness plan');
    const share = choices.cleanup && !get(findingsAtom) ? SEARCH_SHARE : 0;
    const before = await set(earlyToolsAtom, {
      source,
      choices,
      signal,
      onProgress: (fraction) => onProgress(share * fraction),
    });
    const report = (fraction: number) => onProgress(share + (1 - share) * fraction);
    const plan = await ports.planLoudness(source.file, regions, before, report, { signal });
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
    if (!isToolOn(choices) && get(gainsAtom).length === 0) return { tools: undefined, share: 0 };
    const isKnown = choices.loudness
      ? get(cachedPlanAtom)?.key === set(planKeyAtom, source, regions, choices)
      : !choices.cleanup || get(findingsAtom) !== null;
    const share = isKnown ? 0 : MEASURING_SHARE;
    const report = (fraction: number) => onProgress(fraction * share);
    const searchShare = choices.loudness ? SEARCH_SHARE : 1;
    const tools: VoiceTools = await set(earlyToolsAtom, {
      source,
      choices,
      signal,
      onProgress: (fraction) => report(searchShare * fraction),
    });
    if (choices.persona && !tools.persona) throw new TypeError('this build has no persona voice');
    if (choices.fades) tools.fades = choices.fades;
    if (!choices.loudness) return { tools, share };
    tools.loudness = await set(planLoudnessAtom, { source, regions, choices, signal, onProgress: report });
    return { tools, share };
  },
);
