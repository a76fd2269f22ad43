// What is remembered of an edit: every step of undo and redo, as it is written beside the take and read back.
import { type Area, areValidAreas, fitAreas, wholeArea } from './areas.ts';
import { type History, startHistory } from './history.ts';
import { NO_TOOLS, readChoices, type ToolChoices } from './tools/choices.ts';

/** One step of undo. */
export interface EditStep {
  areas: Area[];
  tools: ToolChoices;
}

interface KeptEdit extends History<EditStep> {
  version: 2;
  /** Of the take; notes of older builds have none. */
  seconds?: number;
}

export const keptEdit = (history: History<EditStep>, seconds: number): KeptEdit => ({
  version: 2,
  seconds,
  ...history,
});

/** How long the take was when the edit was kept: certain sooner than the file can tell. Null where the note is silent. */
export function keptSeconds(note: unknown): number | null {
  const { seconds } = (note ?? {}) as { seconds?: unknown };
  return typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) ? seconds : null;
}

/** Every step of an edit of a take that seemed to last `from` and lasts `to`. */
export function fitEdit(edit: History<EditStep>, from: number, to: number): History<EditStep> {
  const fitted = (step: EditStep): EditStep => ({ ...step, areas: fitAreas(step.areas, from, to) });
  return { past: edit.past.map(fitted), present: fitted(edit.present), future: edit.future.map(fitted) };
}

export const freshEdit = (seconds: number): History<EditStep> =>
  startHistory({ areas: wholeArea(seconds), tools: NO_TOOLS });

/** Null for what cannot be an edit of a take of this length. Version 1 was the list of areas alone. */
export function readEdit(note: unknown, seconds: number): History<EditStep> | null {
  if (areValidAreas(note, seconds)) return startHistory({ areas: note, tools: NO_TOOLS });
  if (typeof note !== 'object' || note === null) return null;
  const { version, past, present, future } = note as { [K in keyof KeptEdit]?: unknown };
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
