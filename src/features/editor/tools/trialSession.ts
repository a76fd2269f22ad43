// Trying a tool that changes the sound: compare before and after; only applying it is an undo step.
import { atom } from 'jotai/vanilla';
import type { Disturbances, LoudnessPlan } from '../../../dsp/protocol.ts';
import { statePortsAtom } from '../../../state/ports.ts';
import {
  areasAtom,
  choicesAtom,
  chooseToolsAtom,
  type EditorSource,
  playheadAtom,
  sourceAtom,
} from '../atoms.ts';
import { listenAtom, playRegionsAtom, stopListeningAtom } from '../listen.ts';
import { type ToolChoices, without } from './choices.ts';
import { searchNearAtom } from './nearFindings.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import { operationsAtom } from './operations.ts';
import { runTask, type Task } from './task.ts';
import { playsAfterAtom, trialAtom } from './trial.ts';
import { earlyToolsAtom, findingsAtom, planLoudnessAtom } from './voiceTools.ts';

/** Initial parameters of each tool. */
const FIRST: Required<ToolChoices> = {
  cleanup: { strength: 'medium', hum: true, clicks: true, hiss: true, plosives: true, sharpS: true },
  persona: 'light',
  loudness: true,
  fades: { inSeconds: 1, outSeconds: 2 },
};
/** A playhead this close to the end restarts at the beginning, seconds. */
const END_MARGIN_SECONDS = 0.05;
/** Two windows of a preview, seconds: once searched, they play while the rest of the take is searched. */
const AHEAD_SECONDS = 12;

const abortAtom = atom<AbortController | null>(null);
const planStateAtom = atom<Task<LoudnessPlan | null>>({ phase: 'idle' });
/** The measurements of the trial: disturbances, then loudness if it is on. */
export const planTaskAtom = atom((get) => get(planStateAtom));

/** Opens a tool with its current or initial parameters. */
export const startTrialAtom = atom(null, async (get, set, tool: keyof ToolChoices) => {
  if (!get(sourceAtom)) return;
  set(stopListeningAtom);
  const choices = get(choicesAtom);
  set(trialAtom, { tool, choices: { ...firstOf(tool), ...choices } });
  set(playsAfterAtom, true);
  set(openToolAtom, tool);
  await set(measureAtom);
});

const firstOf = (tool: keyof ToolChoices): ToolChoices => ({ [tool]: FIRST[tool] });

/** Measures what the trial needs; again after a failure. */
export const measureAtom = atom(null, async (get, set) => {
  const source = get(sourceAtom);
  const trial = get(trialAtom);
  get(abortAtom)?.abort();
  set(planStateAtom, { phase: 'idle' });
  if (!source || !trial) return;
  const { choices } = trial;
  if (!choices.loudness && (!choices.cleanup || get(findingsAtom))) return;
  const abort = new AbortController();
  set(abortAtom, abort);
  const request = { source, regions: get(areasAtom), choices, signal: abort.signal };
  await runTask(
    async (onProgress) => {
      if (choices.cleanup && !get(findingsAtom)) await set(searchAheadAtom, source);
      if (choices.loudness) return set(planLoudnessAtom, { ...request, onProgress });
      await set(earlyToolsAtom, { ...request, onProgress });
      return null;
    },
    abort.signal,
    (task) => set(planStateAtom, task),
  );
});

/** Searches what is heard first, then what follows. */
const searchAheadAtom = atom(null, async (get, set, source: EditorSource) => {
  const start = get(firstHeardAtom);
  await set(searchNearAtom, source, { start, end: start });
  await set(searchNearAtom, source, { start, end: Math.min(start + AHEAD_SECONDS, source.seconds) });
});

/** The take that was prepared for. */
const preparedAtom = atom<Blob | null>(null);

/** Findings for which every stage runs. */
const ANY: Disturbances = {
  ...{ humHz: 50, humStartSeconds: 0, humPhases: [], humLines: [], clicks: 1, hissDb: -60, noiseDb: [] },
  ...{ plosives: 1, sharpS: 1, voiceDb: -20, quietDb: -60 },
};
/** What is decoded for its effect on the browser alone, seconds. */
const TRIED_SECONDS = 1.5;

/**
 * Makes a press on "Clean up" audible soon: searches what would be heard first, and cleans it up in another worker. Both load
 * the larger engine, and let the browser compile it. Failures show after the press. Where data is saved, all waits for the
 * press; an engine without the tool prepares nothing.
 */
export const prepareCleanUpAtom = atom(null, async (get, set) => {
  const source = get(sourceAtom);
  const { findDisturbances, decodeRange } = get(operationsAtom);
  const { saveData } = get(statePortsAtom).device.facts();
  if (!source || !findDisturbances || saveData || get(preparedAtom) === source.file) return;
  set(preparedAtom, source.file);
  const start = get(firstHeardAtom);
  const cleanup = { ...FIRST.cleanup, findings: ANY };
  await Promise.allSettled([
    decodeRange(source.file, start, start + TRIED_SECONDS, { cleanup }),
    get(findingsAtom) ?? set(searchNearAtom, source, { start, end: start }),
  ]);
});

/** Changes parameters of the open tool; playback continues with them. */
export const changeTrialAtom = atom(null, async (get, set, change: ToolChoices) => {
  const trial = get(trialAtom);
  if (!trial) return;
  set(trialAtom, { ...trial, choices: { ...trial.choices, ...change } });
  set(replayAtom);
  // Only loudness is measured behind them; a search for disturbances goes on.
  if (trial.choices.loudness && (change.persona || change.cleanup)) await set(measureAtom);
});

/** Switches between before (false) and after (true) during playback. */
export const compareAtom = atom(null, (_get, set, after: boolean) => {
  set(playsAfterAtom, after);
  set(replayAtom);
});

const replayAtom = atom(null, (get, set) => {
  if (get(listenAtom).phase !== 'playing') return;
  set(stopListeningAtom);
  set(playAreasAtom);
});

/** The kept areas from the playhead on. */
const playedAtom = atom((get) => {
  const areas = get(areasAtom);
  const end = areas.at(-1)?.end ?? 0;
  const head = get(playheadAtom);
  const from = head >= end - END_MARGIN_SECONDS ? 0 : head;
  return areas
    .filter((area) => area.end > from)
    .map((area) => ({ start: Math.max(area.start, from), end: area.end }));
});
const firstHeardAtom = atom((get) => get(playedAtom)[0]?.start ?? 0);

/** Plays them without gaps. */
const playAreasAtom = atom(null, (get, set) => set(playRegionsAtom, get(playedAtom), 0));

export const toggleTrialPlayAtom = atom(null, (get, set) =>
  set(get(listenAtom).phase === 'playing' ? stopListeningAtom : playAreasAtom),
);

/** Ends the trial: applying or turning off is one undo step, cancelling is none. */
export const endTrialAtom = atom(null, (get, set, verdict: 'apply' | 'cancel' | 'off') => {
  const trial = get(trialAtom);
  get(abortAtom)?.abort();
  set(planStateAtom, { phase: 'idle' });
  if (trial && verdict === 'apply') set(chooseToolsAtom, trial.choices);
  if (trial && verdict === 'off') set(chooseToolsAtom, without(get(choicesAtom), trial.tool));
  set(closeToolAtom);
});
