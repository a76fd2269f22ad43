// Undo and redo over whole values: one step per gesture, at least 100 deep. Pure.

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Steps kept; older ones are forgotten. */
const HISTORY_DEPTH = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** A new step; the redo side is gone. */
export function commit<T>(history: History<T>, next: T): History<T> {
  return {
    past: [...history.past, history.present].slice(-HISTORY_DEPTH),
    present: next,
    future: [],
  };
}

/** One step back; the same object when there is none. */
export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  };
}

/** One step forward; the same object when there is none. */
export function redo<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest };
}
