// Drag and key actions: move an edge, move an area, mark a new one, move the playhead.

import { tick } from '../../../ui/tick.ts';
import { type Area, areaBetween, moveArea, moveEdge } from '../areas.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { keyTarget } from './keySteps.ts';
import type { DragTask } from './waveDrag.ts';
import { clamp } from './waveScale.ts';

/** Snap distance, seconds. */
const SNAP_SECONDS = 0.15;
/** Maximum snap distance on the screen, CSS pixels. */
const SNAP_PIXELS = 48;

interface SnapTarget {
  /** Seconds. */
  at: number;
  /** Key for the vibration: equal for the same place. */
  mark: string;
}

/** Larger steps between two frames are not checked for passed edges, seconds. */
const LONGEST_STRIDE = 2;

/** The nearest pause edge or entry of `places` within reach of `seconds`; null if none. */
function snapTarget(
  seconds: number,
  pyramid: PeakPyramid,
  places: readonly number[],
  pixelsPerSecond: number,
): SnapTarget | null {
  const reach = Math.min(SNAP_SECONDS, SNAP_PIXELS / pixelsPerSecond);
  const edges = pauseEdges(pyramid, seconds - reach, seconds + reach);
  let best: number | null = null;
  for (const at of [...places, ...edges]) {
    const distance = Math.abs(at - seconds);
    if (distance <= reach && (best === null || distance < Math.abs(best - seconds))) best = at;
  }
  return best === null ? null : { at: best, mark: markOf(best) };
}

/** The pause edge between two positions of a drag; null if none. */
function passedEdge(from: number, to: number, pyramid: PeakPyramid): string | null {
  if (Math.abs(to - from) > LONGEST_STRIDE) return null;
  const [edge] = pauseEdges(pyramid, Math.min(from, to), Math.max(from, to));
  return edge === undefined ? null : markOf(edge);
}

const markOf = (seconds: number) => seconds.toFixed(2);

/** Seconds per value; a little more than one pair of peaks. */
const STEP = 0.01;
/** Shortest pause, seconds; shorter silences are consonants. */
const SHORTEST_PAUSE = 0.2;
/** Silence threshold as a share of the loudest peak … */
const QUIET_SHARE = 0.08;
/** … but at least two steps of the stored bytes. */
const QUIET_FLOOR = 2.5 / 128;

/** Beginnings and ends of pauses inside `from … to`, in order, to 1/100 s. */
function pauseEdges(pyramid: PeakPyramid, from: number, to: number): number[] {
  const first = Math.floor((from - SHORTEST_PAUSE) / STEP);
  const count = Math.ceil((to + SHORTEST_PAUSE) / STEP) - first + 1;
  const values = new Float32Array(count * 2);
  pyramid.columns(first * STEP, STEP, count, values);
  const limit = Math.max(QUIET_FLOOR, pyramid.loudest * QUIET_SHARE);
  const end = pyramid.pairs * pyramid.secondsPerPair;
  const edges: number[] = [];
  const add = (index: number) => {
    const at = (first + index) * STEP;
    if (at >= from && at <= to && at > STEP && at < end - STEP) edges.push(at);
  };
  let quietFrom: number | null = null;
  for (let index = 0; index <= count; index++) {
    const loud = index < count && Math.max(-(values[index * 2] ?? 0), values[index * 2 + 1] ?? 0) >= limit;
    if (index < count && !loud) {
      quietFrom ??= index;
      continue;
    }
    if (quietFrom !== null && (index - quietFrom) * STEP >= SHORTEST_PAUSE - 1e-9) {
      if (quietFrom > 0) add(quietFrom);
      if (index < count) add(index);
    }
    quietFrom = null;
  }
  return edges;
}

interface Haptics {
  /** `mark` names what the edge touches; null when it touches nothing. */
  feel(mark: string | null): void;
}

function createHaptics(): Haptics {
  let last: string | null = null;
  return {
    feel(mark) {
      if (mark !== null && mark !== last) tick();
      last = mark;
    },
  };
}

export type Edge = 'start' | 'end';

export interface AreaTaskContext {
  duration: number;
  pyramid: PeakPyramid;
  pixelsPerSecond: () => number;
  /** The current areas, even before they are rendered. */
  areas: () => Area[];
  /** Seconds. */
  playhead: () => number;
  /** True while dragged edges snap to pauses, neighbours and the playhead. */
  snaps: () => boolean;
  /** Preview during a gesture; null ends it without a change. */
  onPreview: (areas: Area[] | null) => void;
  /** The gesture ended: one undo step. */
  onCommit: (areas: Area[]) => void;
  onSelect: (id: string) => void;
  onTap: (clientX: number) => void;
}

export const findArea = (areas: readonly Area[], id: string) => areas.find((area) => area.id === id);

type Change = Pick<DragTask, 'move'> & { result: () => Area[] | null };

/** A drag that shows `change` and commits its result. */
const taskOf = (context: AreaTaskContext, change: Change): DragTask => ({
  move: change.move,
  end() {
    const result = change.result();
    if (result) context.onCommit(result);
    else context.onPreview(null);
  },
  cancel: () => context.onPreview(null),
  tap: context.onTap,
});

export function edgeTask(context: AreaTaskContext, id: string, edge: Edge): DragTask {
  const { duration, pyramid } = context;
  const base = context.areas();
  const from = findArea(base, id)?.[edge] ?? 0;
  const places = base.filter((area) => area.id !== id).flatMap((area) => [area.start, area.end]);
  const haptics = createHaptics();
  let result = base;
  let last = from;
  return taskOf(context, {
    move(by) {
      const target = context.snaps()
        ? snapTarget(from + by, pyramid, [context.playhead(), ...places], context.pixelsPerSecond())
        : null;
      const wanted = target?.at ?? from + by;
      result = moveEdge(base, id, edge, wanted, duration);
      const at = findArea(result, id)?.[edge] ?? wanted;
      haptics.feel(at === wanted ? (target?.mark ?? passedEdge(last, at, pyramid)) : 'stop');
      last = at;
      context.onPreview(result);
      return at;
    },
    result: () => result,
  });
}

export function moveTask(context: AreaTaskContext, id: string): DragTask {
  const base = context.areas();
  const from = findArea(base, id)?.start ?? 0;
  const haptics = createHaptics();
  let result = base;
  return taskOf(context, {
    move(by) {
      result = moveArea(base, id, by, context.duration);
      const at = findArea(result, id)?.start ?? from;
      haptics.feel(Math.abs(at - from - by) < 1e-6 ? null : 'stop');
      context.onPreview(result);
      return at;
    },
    result: () => result,
  });
}

/** Marks a new area from `from` to the finger; null inside another area. */
export function markTask(context: AreaTaskContext, from: number): DragTask | null {
  const base = context.areas();
  if (!areaBetween(base, from, from, context.duration)) return null;
  let result: { areas: Area[]; added: Area } | null = null;
  const task = taskOf(context, {
    move(by) {
      const to = from + by;
      const target = context.snaps()
        ? snapTarget(to, context.pyramid, [context.playhead()], context.pixelsPerSecond())
        : null;
      result = areaBetween(base, from, target?.at ?? to, context.duration);
      if (result) context.onPreview(result.areas);
      if (!result) return from;
      return by < 0 ? result.added.start : result.added.end;
    },
    result: () => result?.areas ?? null,
  });
  return {
    ...task,
    end() {
      task.end();
      if (result) context.onSelect(result.added.id);
    },
    tap: () => undefined,
  };
}

/** Moves an edge by a key; ignores other keys. */
export function nudgeEdge(event: KeyboardEvent, context: AreaTaskContext, id: string, edge: Edge): void {
  const area = findArea(context.areas(), id);
  const to = area ? keyTarget(event, area[edge], context.duration) : null;
  if (to === null) return;
  event.preventDefault();
  event.stopPropagation();
  context.onCommit(moveEdge(context.areas(), id, edge, to, context.duration));
}

/** Drags the playhead from `from`; seeks on release. */
export function seekTask(
  from: number,
  duration: number,
  show: (seconds: number) => void,
  onSeek: (seconds: number) => void,
): DragTask {
  let at = from;
  return {
    move(by) {
      at = clamp(from + by, 0, duration);
      show(at);
      return at;
    },
    end: () => onSeek(at),
    cancel: () => show(from),
    tap: () => undefined,
  };
}
