// Undo and redo of an edit, one step per gesture, and its stored form next to the take. Pure.
import { type Area, areValidAreas, fitAreas, wholeArea } from './areas.ts';
import { NO_TOOLS, readChoices, type ToolChoices } from './tools/choices.ts';

/** One step of undo. */
export interface EditStep {
  areas: Area[];
  tools: ToolChoices;
}

interface StoredEdit extends History<EditStep> {
  version: 2;
  /** Length of the take; missing in notes of older builds. */
  seconds?: number;
}

export const storedEdit = (history: History<EditStep>, seconds: number): StoredEdit => ({
  version: 2,
  seconds,
  ...history,
});

/** Length of the take when the edit was stored, known before the file is read. Null if the note has none. */
export function storedSeconds(note: unknown): number | null {
  const { seconds } = (note ?? {}) as { seconds?: unknown };
  return typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) ? seconds : null;
}

/** Adapts every step when the estimated length `from` turns out to be `to`. */
export function fitEdit(edit: History<EditStep>, from: number, to: number): History<EditStep> {
  const fitted = (step: EditStep): EditStep => ({ ...step, areas: fitAreas(step.areas, from, to) });
  return { past: edit.past.map(fitted), present: fitted(edit.present), future: edit.future.map(fitted) };
}

export const freshEdit = (seconds: number): History<EditStep> =>
  startHistory({ areas: wholeArea(seconds), tools: NO_TOOLS });

/** Null for an invalid note. Version 1 was only the list of areas. */
export function readEdit(note: unknown, seconds: number): History<EditStep> | null {
  if (areValidAreas(note, seconds)) return startHistory({ areas: note, tools: NO_TOOLS });
  if (typeof note !== 'object' || note === null) return null;
  const { version, past, present, future } = note as { [K in keyof StoredEdit]?: unknown };
  const step = readStep(present, seconds);
  if (version !== 2 || !step) return null;
  return { past: readSteps(past, seconds), present: step, future: readSteps(future, seconds) };
}

function readStep(value: unknown, seconds: number): EditStep | null {
  const { areas, tools } = (value ?? {}) as { areas?: unknown; tools?: unknown };
  return areValidAreas(areas, seconds) ? { areas, tools: readChoices(tools) } : null;
}

const readSteps = (value: unknown, seconds: number): EditStep[] =>
  Array.isArray(value) ? value.map((each) => readStep(each, seconds)).filter((each) => each !== null) : [];

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Maximum number of undo steps. */
const HISTORY_DEPTH = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** Adds a step and clears the redo steps. */
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
