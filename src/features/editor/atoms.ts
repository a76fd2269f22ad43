// The editor: what is open, which areas are kept (with undo), where the playhead is. Times are seconds.
import { atom } from 'jotai/vanilla';
import type { LengthEstimate } from '../../dsp/protocol.ts';
import { editKey } from '../../lib/editNotes.ts';
import { type Area, addArea, fitAreas, moveEdge, removeArea, shortenFirst, wholeArea } from './areas.ts';
import {
  commit,
  type EditStep,
  fitEdit,
  freshEdit,
  type History,
  keptEdit,
  readEdit,
  redo,
  undo,
} from './editHistory.ts';
import { workOnAtom } from './elsewhere.ts';
import { noteWriterAtom } from './noteWriter.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { sameChoices, type ToolChoices } from './tools/choices.ts';

export type EditorFailure =
  | 'no_data'
  | 'not_loaded'
  | 'empty'
  | 'timeout'
  | 'stalled'
  | 'stalled_phone'
  | 'unreadable';

/** Its length is an estimate until `exactLengthAtom` resolves. */
export interface EditorSource extends LengthEstimate {
  /** Where the bytes are kept; edits are remembered under it. */
  reference: string;
  /** What is edited and exported: the take itself, or its repaired copy. */
  file: Blob;
  name: string;
  title: string;
  recordedAt: string;
  repaired: boolean;
  /** The file itself may be published: all of it was read, without damage or a video. */
  isPublishable: boolean;
  pyramid: PeakPyramid;
}

/** The untouched take, so that no failure ever traps it. */
interface RawTake {
  file: Blob;
  name: string;
}

export type EditorState =
  | { phase: 'idle' }
  | { phase: 'preparing'; fraction: number; pyramid: PeakPyramid | null }
  | { phase: 'repairing'; fraction: number }
  | { phase: 'ready'; source: EditorSource }
  | { phase: 'failed'; code: EditorFailure; raw: RawTake | null };

const stateAtom = atom<EditorState>({ phase: 'idle' });
export const editorAtom = atom((get) => get(stateAtom));
export const moveEditorAtom = atom(null, (_get, set, next: EditorState) => set(stateAtom, next));

export const sourceAtom = atom((get) => {
  const state = get(stateAtom);
  return state.phase === 'ready' ? state.source : null;
});

const historyAtom = atom<History<EditStep>>({ ...freshEdit(0), present: { areas: [], tools: {} } });
/** The list while a finger is still down; null otherwise. */
const previewAtom = atom<Area[] | null>(null);
/** What an open tool proposes: shown and changed in place of the kept areas until it is taken or left. */
const proposalAtom = atom<Area[] | null>(null);
const chosenAtom = atom<string | null>(null);

/** What stands apart from gestures: the proposal of an open tool, otherwise the kept areas. */
const standingAtom = atom((get) => get(proposalAtom) ?? get(historyAtom).present.areas);
/** What is shown: the gesture's list while there is one. */
export const areasAtom = atom((get) => get(previewAtom) ?? get(standingAtom));
/** Tools that are on. */
export const choicesAtom = atom((get) => get(historyAtom).present.tools);
const isSettledAtom = atom((get) => get(proposalAtom) === null);
export const canUndoAtom = atom((get) => get(isSettledAtom) && get(historyAtom).past.length > 0);
export const canRedoAtom = atom((get) => get(isSettledAtom) && get(historyAtom).future.length > 0);
export const selectedIdAtom = atom((get) => {
  const areas = get(areasAtom);
  const chosen = get(chosenAtom);
  return areas.some((area) => area.id === chosen) ? chosen : (areas[0]?.id ?? null);
});
export const selectAreaAtom = atom(null, (_get, set, id: string) => set(chosenAtom, id));

/** Where playing starts; the line on the waveform. */
export const playheadAtom = atom(0);

/** True for 3 s after "Set new Area" was refused (S1 §5). */
export const refusedAtom = atom(false);

/** The edit that was kept as `note`, or everything kept and nothing to undo. */
export const openEditAtom = atom(null, (_get, set, note: unknown, seconds: number) => {
  set(historyAtom, readEdit(note, seconds) ?? freshEdit(seconds));
  set(previewAtom, null);
  set(proposalAtom, null);
  set(chosenAtom, null);
  set(playheadAtom, 0);
  set(refusedAtom, false);
});

/** Resolves when the length of the source is no estimate any more, or when there is no source. */
export const exactLengthAtom = atom<Promise<void>>(Promise.resolve());

/** The open source turned out to be `source`: whoever is at work on it goes on, every step fitted to its length. */
export const settleSourceAtom = atom(null, (get, set, source: EditorSource) => {
  const before = get(sourceAtom);
  if (!before) return;
  const [from, to] = [before.seconds, source.seconds];
  const isKnown = before.repaired === source.repaired && before.isPublishable === source.isPublishable;
  if (from === to && isKnown) return;
  set(stateAtom, { phase: 'ready', source });
  if (from === to) return;
  const edit = get(historyAtom);
  set(historyAtom, fitEdit(edit, from, to));
  const proposal = get(proposalAtom);
  if (proposal) set(proposalAtom, fitAreas(proposal, from, to));
  set(playheadAtom, Math.min(get(playheadAtom), to));
  if (edit.past.length + edit.future.length > 0) set(rememberAtom);
});

/** A step of undo, remembered with the take; while a tool is open, a change of what it proposes. */
export const commitAreasAtom = atom(null, (get, set, areas: Area[]) => {
  set(previewAtom, null);
  if (get(proposalAtom)) set(proposalAtom, areas);
  else set(stepAtom, { areas });
});
export const previewAreasAtom = atom(null, (_get, set, areas: Area[] | null) => set(previewAtom, areas));

/** Shows areas as a proposal; null leaves it, and nothing has changed. */
export const proposeAreasAtom = atom(null, (_get, set, areas: Area[] | null) => {
  set(previewAtom, null);
  set(proposalAtom, areas);
});
/** The proposal becomes one step of undo. */
export const takeProposalAtom = atom(null, (get, set) => {
  const areas = get(proposalAtom);
  set(proposeAreasAtom, null);
  if (areas) set(stepAtom, { areas });
});

export const chooseToolsAtom = atom(null, (_get, set, tools: ToolChoices) => set(stepAtom, { tools }));

const stepAtom = atom(null, (get, set, change: Partial<EditStep>) => {
  const { present } = get(historyAtom);
  const next = { ...present, ...change };
  if (sameAreas(next.areas, present.areas) && sameChoices(next.tools, present.tools)) return;
  set(historyAtom, commit(get(historyAtom), next));
  set(rememberAtom);
});

export const undoAtom = atom(null, (get, set) => {
  if (!get(canUndoAtom)) return;
  set(historyAtom, undo(get(historyAtom)));
  set(rememberAtom);
});
export const redoAtom = atom(null, (get, set) => {
  if (!get(canRedoAtom)) return;
  set(historyAtom, redo(get(historyAtom)));
  set(rememberAtom);
});

/** "Set new Area". False when it was refused because everything is marked. */
export const addAreaAtom = atom(null, (get, set): boolean => {
  const source = get(sourceAtom);
  if (!source) return false;
  const result = addArea(get(standingAtom), source.seconds);
  if (!result) {
    set(refusedAtom, true);
    return false;
  }
  set(commitAreasAtom, result.areas);
  set(chosenAtom, result.added.id);
  set(playheadAtom, result.added.start);
  return true;
});

/** "Shorten first area", offered with the refusal (K18). */
export const shortenFirstAtom = atom(null, (get, set) => {
  set(refusedAtom, false);
  set(commitAreasAtom, shortenFirst(get(standingAtom)));
});

export const removeAreaAtom = atom(null, (get, set, id: string) => {
  set(commitAreasAtom, removeArea(get(standingAtom), id));
});

/** "Clear all": one area over everything (K17); undoable like any step. */
export const clearAreasAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, wholeArea(source.seconds));
});

/** Sets one edge to a time, from a number field or a nudge button. */
export const setEdgeAtom = atom(null, (get, set, id: string, edge: 'start' | 'end', seconds: number) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, moveEdge(get(standingAtom), id, edge, seconds, source.seconds));
});

const rememberAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (!source) return;
  get(noteWriterAtom).write(editKey(source.reference), keptEdit(get(historyAtom), source.seconds));
  set(workOnAtom, source.reference);
});

function sameAreas(a: readonly Area[], b: readonly Area[]): boolean {
  return (
    a.length === b.length &&
    a.every((area, index) => area.start === b[index]?.start && area.end === b[index]?.end)
  );
}

/** The list as the removal left it; whatever changes it next has answered the offer. */
const leftAtom = atom<Area[] | null>(null);

export const dropAreaAtom = atom(null, (get, set, id: string) => {
  const before = get(areasAtom);
  set(removeAreaAtom, id);
  const after = get(areasAtom);
  set(leftAtom, after.length < before.length ? after : null);
});

/** True while the last step was a removal that has not been answered. */
export const justRemovedAtom = atom((get) => {
  const left = get(leftAtom);
  return left !== null && left === get(areasAtom);
});

/** Takes the offer away; the removal can still be undone like any step. */
export const forgetRemovalAtom = atom(null, (_get, set) => set(leftAtom, null));

export const undoRemovalAtom = atom(null, (_get, set) => {
  set(leftAtom, null);
  set(undoAtom);
});
