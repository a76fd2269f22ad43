// Tighten pauses: the engine proposes cuts, the wave shows what would be left, a person hears each and switches off
// what should stay. Taken, it is one step of undo.
import { atom } from 'jotai/vanilla';
import { type Area, totalSeconds } from '../areas.ts';
import { areasAtom, proposeAreasAtom, sourceAtom, takeProposalAtom } from '../atoms.ts';
import { playRegionsAtom, stopListeningAtom } from '../listen.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import { operationsAtom, type PauseCut } from './operations.ts';
import { cutOut, PAUSE_LENGTHS, usefulCuts } from './pauses.ts';
import { runTask, type Task } from './task.ts';

/** What is heard on each side of a cut, seconds. */
const AROUND_SECONDS = 1;

/** The areas before. */
const baseAtom = atom<Area[]>([]);
const abortAtom = atom<AbortController | null>(null);
const taskStateAtom = atom<Task<PauseCut[]>>({ phase: 'idle' });
const lengthAtom = atom<number>(PAUSE_LENGTHS.usual);
const offAtom = atom<ReadonlySet<number>>(new Set<number>());

export const pausesTaskAtom = atom((get) => get(taskStateAtom));
/** Silences of this length and more are cut, seconds. */
export const pauseLengthAtom = atom((get) => get(lengthAtom));

export interface OfferedCut extends PauseCut {
  on: boolean;
}

/** In time order. */
export const offeredCutsAtom = atom((get): OfferedCut[] => {
  const task = get(taskStateAtom);
  if (task.phase !== 'done') return [];
  const off = get(offAtom);
  return usefulCuts(task.value, get(baseAtom), get(lengthAtom)).map((cut) => ({
    ...cut,
    on: !off.has(cut.start),
  }));
});

/** How much shorter the kept areas become. */
export const savedSecondsAtom = atom((get) => totalSeconds(get(baseAtom)) - totalSeconds(get(leftAtom)));

const leftAtom = atom((get) =>
  cutOut(
    get(baseAtom),
    get(offeredCutsAtom).filter((cut) => cut.on),
  ),
);

/** Opens the tool and looks for silences. */
export const startPausesAtom = atom(null, async (get, set) => {
  const source = get(sourceAtom);
  const { proposePauses } = get(operationsAtom);
  if (!source || !proposePauses) return;
  set(stopListeningAtom);
  get(abortAtom)?.abort();
  const abort = new AbortController();
  set(abortAtom, abort);
  set(baseAtom, get(areasAtom));
  set(offAtom, new Set<number>());
  set(lengthAtom, PAUSE_LENGTHS.usual);
  set(openToolAtom, 'pauses');
  // Once for the shortest length that can be asked for: the slider then answers at once.
  const options = { minSeconds: PAUSE_LENGTHS.min };
  await runTask(
    (onProgress) => proposePauses(source.file, options, onProgress, { signal: abort.signal }),
    abort.signal,
    (task) => {
      set(taskStateAtom, task);
      if (task.phase === 'done') set(showAtom);
    },
  );
});

const showAtom = atom(null, (get, set) => set(proposeAreasAtom, get(leftAtom)));

export const setPauseLengthAtom = atom(null, (_get, set, seconds: number) => {
  set(lengthAtom, seconds);
  set(showAtom);
});

export const switchCutAtom = atom(null, (get, set, cut: PauseCut, on: boolean) => {
  const off = new Set(get(offAtom));
  if (on) off.delete(cut.start);
  else off.add(cut.start);
  set(offAtom, off);
  set(showAtom);
});

/** A second before the cut, then a second after it, as it will sound. */
export const hearCutAtom = atom(null, (get, set, cut: PauseCut) => {
  const seconds = get(sourceAtom)?.seconds ?? 0;
  const before = { start: Math.max(0, cut.start - AROUND_SECONDS), end: cut.start };
  const after = { start: cut.end, end: Math.min(seconds, cut.end + AROUND_SECONDS) };
  set(
    playRegionsAtom,
    [before, after].filter(({ start, end }) => end > start),
    0,
  );
});

/** Ends the tool, and the search where one is under way; taken, what is left is one step. */
export const endPausesAtom = atom(null, (get, set, verdict: 'take' | 'leave') => {
  get(abortAtom)?.abort();
  set(taskStateAtom, { phase: 'idle' });
  if (verdict === 'take') set(takeProposalAtom);
  set(closeToolAtom);
});
