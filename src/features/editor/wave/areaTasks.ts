// Drag and key actions: move an edge, move an area, mark a new one, move the playhead.
import { type Area, areaBetween, moveArea, moveEdge } from '../areas.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { createHaptics } from './haptics.ts';
import { keyTarget } from './keySteps.ts';
import { passedEdge, snapTarget } from './snap.ts';
import type { DragTask } from './waveDrag.ts';
import { clamp } from './waveScale.ts';

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
