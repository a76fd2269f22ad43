// Undo and redo of an edit, one step per gesture, and its stored form next to the take. Pure.
import { storedSeconds } from '../../lib/editNotes.ts';
import { newId } from '../../lib/ids.ts';
import { type Area, areValidAreas, fitAreas, wholeArea } from './areas.ts';
import { type Part, partsSeconds, readParts } from './parts.ts';
import { NO_TOOLS, readChoices, type ToolChoices } from './tools/choices.ts';

/** One step of undo. */
export interface EditStep {
  areas: Area[];
  tools: ToolChoices;
  /** Missing: the take alone. */
  parts?: readonly Part[] | undefined;
}

interface StoredEdit extends History<EditStep> {
  version: 2;
  /** Length of the take with its parts; missing where it was not read yet, and in notes of older builds. */
  seconds?: number | undefined;
  /** Another one with each change; missing in notes of older builds. */
  stamp?: string;
}

export const storedEdit = (history: History<EditStep>, seconds: number | undefined): StoredEdit => ({
  version: 2,
  seconds,
  stamp: newId(),
  ...history,
});

export const stampOf = (note: unknown): unknown => (Object(note) as { stamp?: unknown }).stamp;

/** The parts of a stored edit. */
export const storedParts = (note: unknown): Part[] | undefined =>
  readParts((note as { present?: { parts?: unknown } } | undefined)?.present?.parts);

/** Adapts every step of the take alone when its estimated length `from` turns out to be `to`. */
export function fitEdit(edit: History<EditStep>, from: number, to: number): History<EditStep> {
  const fitted = (step: EditStep): EditStep =>
    step.parts ? step : { ...step, areas: fitAreas(step.areas, from, to) };
  return { past: edit.past.map(fitted), present: fitted(edit.present), future: edit.future.map(fitted) };
}

export const freshEdit = (seconds: number): History<EditStep> =>
  startHistory({ areas: wholeArea(seconds), tools: NO_TOOLS });

/** Null for an invalid note. Version 1 was only the list of areas. */
export function readEdit(note: unknown, seconds: number): History<EditStep> | null {
  if (areValidAreas(note, seconds)) return startHistory({ areas: note, tools: NO_TOOLS });
  if (typeof note !== 'object' || note === null) return null;
  const { version, past, present, future } = note as { [K in keyof StoredEdit]?: unknown };
  // An earlier version of the engine may have counted another length.
  const stored = storedSeconds(note) ?? seconds;
  const step = readStep(present, stored);
  if (version !== 2 || !step) return null;
  // `stored` is the length with parts: the take's own is not known.
  const own = step.parts ? Number.POSITIVE_INFINITY : stored;
  const edit = { past: readSteps(past, own), present: step, future: readSteps(future, own) };
  return step.parts ? { ...edit, present: fitParts(step, seconds) } : fitEdit(edit, stored, seconds);
}

function readStep(value: unknown, seconds: number): EditStep | null {
  const { areas, tools, parts: stored } = (value ?? {}) as { [K in keyof EditStep]?: unknown };
  const parts = readParts(stored);
  if (!areValidAreas(areas, parts ? partsSeconds(parts) + FRAMES_OF_PARTS : seconds)) return null;
  return { areas, tools: readChoices(tools), ...(parts ? { parts } : {}) };
}

/** The engine rounds each part to frames, so together they may be longer by this, seconds. */
const FRAMES_OF_PARTS = 0.01;

const fitParts = (step: EditStep, seconds: number): EditStep => ({
  ...step,
  areas: fitAreas(step.areas, partsSeconds(step.parts ?? []), seconds),
});

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
