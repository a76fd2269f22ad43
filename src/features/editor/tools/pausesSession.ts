// Tighten pauses: the engine proposes cuts, the waveform shows the result, and the person can play each cut and switch it
// off. Applying is one undo step.
import { atom } from 'jotai/vanilla';
import { type Area, MIN_AREA_SECONDS, nextId, totalSeconds } from '../areas.ts';
import { applyProposalAtom, areasAtom, proposeAreasAtom, sourceAtom } from '../atoms.ts';
import { playRegionsAtom, stopListeningAtom } from '../listen.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';
import { operationsAtom, type SilenceCut } from './operations.ts';
import { runTask, type Task } from './task.ts';

/** Preview length on each side of a cut, seconds. */
const AROUND_SECONDS = 1;

/** Silence the engine leaves on each side of a cut. */
const PAUSE_PADDING_SECONDS = 0.2;
/** Slider range: minimum length of a silence to cut. */
export const PAUSE_LENGTHS = { min: 1, max: 8, step: 0.5, usual: 2.5 } as const;

/** Tolerance for sums of decimal seconds. */
const EPSILON = 1e-6;

/** Length of the whole silence around a cut. */
export const silenceSeconds = (cut: SilenceCut) => cut.end - cut.start + 2 * PAUSE_PADDING_SECONDS;

/** Cuts that are long enough and overlap a kept area. */
export const usefulCuts = (cuts: readonly SilenceCut[], areas: readonly Area[], minSeconds: number) =>
  cuts.filter(
    (cut) =>
      silenceSeconds(cut) >= minSeconds - EPSILON &&
      areas.some((area) => area.start < cut.end && cut.start < area.end),
  );

/** The areas without the cuts; the first piece of an area keeps its id. Drops pieces that are too short. */
export function cutOut(areas: readonly Area[], cuts: readonly SilenceCut[]): Area[] {
  const left: Area[] = [];
  for (const area of areas) {
    let from = area.start;
    let id = area.id;
    const keep = (end: number) => {
      if (end - from >= MIN_AREA_SECONDS) {
        left.push({ ...area, id, start: from, end });
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

/** Seconds saved by the cuts. */
export const savedSecondsAtom = atom((get) => totalSeconds(get(baseAtom)) - totalSeconds(get(leftAtom)));

const leftAtom = atom((get) =>
  cutOut(
    get(baseAtom),
    get(offeredCutsAtom).filter((cut) => cut.on),
  ),
);

/** Opens the tool and searches for silences. */
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
  // Search once for the shortest selectable length, so that the slider responds at once.
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

/** Previews a cut: one second before it, then one second after it. */
export const previewCutAtom = atom(null, (get, set, cut: SilenceCut) => {
  const seconds = get(sourceAtom)?.seconds ?? 0;
  const before = { start: Math.max(0, cut.start - AROUND_SECONDS), end: cut.start };
  const after = { start: cut.end, end: Math.min(seconds, cut.end + AROUND_SECONDS) };
  set(
    playRegionsAtom,
    [before, after].filter(({ start, end }) => end > start),
    0,
  );
});

/** Ends the tool and a running search; applies the result as one undo step, or drops it. */
export const endPausesAtom = atom(null, (get, set, verdict: 'apply' | 'cancel') => {
  get(abortAtom)?.abort();
  set(taskStateAtom, { phase: 'idle' });
  if (verdict === 'apply') set(applyProposalAtom);
  set(closeToolAtom);
});
