// Tighten pauses: the engine proposes cuts, the wave shows what would be left, a person hears each and switches off
// what should stay. Taken, it is one step of undo.
import { atom } from 'jotai/vanilla';
import { type Area, MIN_AREA_SECONDS, nextId, totalSeconds } from '../areas.ts';
import { areasAtom, proposeAreasAtom, sourceAtom, takeProposalAtom } from '../atoms.ts';
import { playRegionsAtom, stopListeningAtom } from '../listen.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import { operationsAtom, type SilenceCut } from './operations.ts';
import { runTask, type Task } from './task.ts';

/** What is heard on each side of a cut, seconds. */
const AROUND_SECONDS = 1;

/** What the engine leaves of a silence on each side of a cut. */
const PAUSE_PADDING_SECONDS = 0.2;
/** The slider: silences from this length on are cut. */
export const PAUSE_LENGTHS = { min: 1, max: 8, step: 0.5, usual: 2.5 } as const;

/** Tolerance for sums of decimal seconds. */
const EPSILON = 1e-6;

/** How long the silence around a cut is. */
export const silenceSeconds = (cut: SilenceCut) => cut.end - cut.start + 2 * PAUSE_PADDING_SECONDS;

/** The cuts that shorten what is kept: long enough, and inside an area. */
export const usefulCuts = (cuts: readonly SilenceCut[], areas: readonly Area[], minSeconds: number) =>
  cuts.filter(
    (cut) =>
      silenceSeconds(cut) >= minSeconds - EPSILON &&
      areas.some((area) => area.start < cut.end && cut.start < area.end),
  );

/** What is left of the areas; the first piece of an area keeps its id. Pieces too short to be an area go. */
export function cutOut(areas: readonly Area[], cuts: readonly SilenceCut[]): Area[] {
  const left: Area[] = [];
  for (const area of areas) {
    let from = area.start;
    let id = area.id;
    const keep = (end: number) => {
      if (end - from >= MIN_AREA_SECONDS) {
        left.push({ id, start: from, end });
        id = nextId([...areas, ...left]);
      }
    };
    for (const cut of cuts) {
      if (cut.end <= from || cut.start >= area.end) continue;
      keep(Math.min(cut.start, area.end));
      from = cut.end;
    }
    keep(area.end);
  }
  return left;
}

/** The areas before. */
const baseAtom = atom<Area[]>([]);
const abortAtom = atom<AbortController | null>(null);
const taskStateAtom = atom<Task<SilenceCut[]>>({ phase: 'idle' });
const lengthAtom = atom<number>(PAUSE_LENGTHS.usual);
const offAtom = atom<ReadonlySet<number>>(new Set<number>());

export const pausesTaskAtom = atom((get) => get(taskStateAtom));
/** Silences of this length and more are cut, seconds. */
export const pauseLengthAtom = atom((get) => get(lengthAtom));

interface OfferedCut extends SilenceCut {
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

export const switchCutAtom = atom(null, (get, set, cut: SilenceCut, on: boolean) => {
  const off = new Set(get(offAtom));
  if (on) off.delete(cut.start);
  else off.add(cut.start);
  set(offAtom, off);
  set(showAtom);
});

/** A second before the cut, then a second after it, as it will sound. */
export const hearCutAtom = atom(null, (get, set, cut: SilenceCut) => {
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
