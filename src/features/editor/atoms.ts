// Editor state: the open take, its kept areas with undo, and the playhead. Times are seconds.
import { atom } from 'jotai/vanilla';
import type { LengthEstimate } from '../../dsp/protocol.ts';
import { editKey } from '../../lib/editNotes.ts';
import {
  type Area,
  addArea,
  fitAreas,
  moveEdge,
  removeArea,
  shortenFirst,
  splitArea,
  wholeArea,
} from './areas.ts';
import {
  commit,
  type EditStep,
  fitEdit,
  freshEdit,
  type History,
  readEdit,
  redo,
  stampOf,
  storedEdit,
  storedParts,
  undo,
} from './editHistory.ts';
import { noteWriterAtom } from './noteWriter.ts';
import { noteEditAtom } from './otherWindows.ts';
import { type Part, partsSeconds } from './parts.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';
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
  /** Location of the bytes; edits are stored under it. */
  reference: string;
  /** The edited and exported file: the take itself, or its repaired copy. */
  file: Blob;
  name: string;
  title: string;
  recordedAt: string;
  repaired: boolean;
  /** The unchanged file may be published: read completely, without damage or video. */
  isPublishable: boolean;
  pyramid: PeakPyramid;
  /** What `file` joins; missing where it is the take alone. */
  parts?: readonly Part[] | undefined;
}

/** The original take, offered for download when it cannot be opened. */
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
/** The areas during a gesture; null otherwise. */
const previewAtom = atom<Area[] | null>(null);
/** The areas an open tool proposes, shown instead of the kept areas until applied or cancelled. */
const proposalAtom = atom<Area[] | null>(null);
const chosenAtom = atom<string | null>(null);

/** The areas without a running gesture: the proposal of an open tool, otherwise the kept areas. */
const settledAreasAtom = atom((get) => get(proposalAtom) ?? get(historyAtom).present.areas);
/** The areas shown. */
export const areasAtom = atom((get) => get(previewAtom) ?? get(settledAreasAtom));
/** Tools that are on. */
export const choicesAtom = atom((get) => get(historyAtom).present.tools);
const hasNoProposalAtom = atom((get) => get(proposalAtom) === null);
export const canUndoAtom = atom((get) => get(hasNoProposalAtom) && get(historyAtom).past.length > 0);
export const canRedoAtom = atom((get) => get(hasNoProposalAtom) && get(historyAtom).future.length > 0);
export const selectedIdAtom = atom((get) => {
  const areas = get(areasAtom);
  const chosen = get(chosenAtom);
  return areas.some((area) => area.id === chosen) ? chosen : (areas[0]?.id ?? null);
});
export const selectAreaAtom = atom(null, (_get, set, id: string) => set(chosenAtom, id));

/** Where playback starts; the line on the waveform. */
export const playheadAtom = atom(0);

/** True for 3 s after "Set new Area" was refused. */
export const refusedAtom = atom(false);

/** Changes when parts were added or undone whose sound was not read yet: the editor then reads it. */
export const unreadPartsAtom = atom(0);
/** The edit that is opened with them, in the form of its note. */
const unreadEditAtom = atom<{ reference: string; note: unknown } | null>(null);
/**
 * The edit to open with this take: the one that waits for its sound, or the stored one. Rejects where that of stored sound cannot
 * be read now: a new edit would overwrite it.
 */
export const editNoteAtom = atom(null, async (get, _set, reference: string): Promise<unknown> => {
  const unread = get(unreadEditAtom);
  if (unread?.reference === reference) return unread.note;
  return get(editorPortsAtom)
    .notes.read(editKey(reference))
    .catch((error) => {
      if (reference.startsWith('idb:')) throw error;
    });
});

/** Sources of the open take that undo and redo come back to, by their parts. */
export const readSourcesAtom = atom<ReadonlyMap<string, EditorSource>>(new Map());
const keyOf = (parts: EditStep['parts']) => JSON.stringify(parts ?? null);

/** Stores the edit, and shows the sound of its parts. */
const followAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  const edit = get(historyAtom);
  const key = keyOf(edit.present.parts);
  if (!source || keyOf(source.parts) === key) return set(storeEditAtom);
  const { reference } = source;
  const own = [...get(readSourcesAtom)].filter(([, each]) => each.reference === reference);
  const known = new Map(own).set(keyOf(source.parts), source);
  set(readSourcesAtom, known);
  const next = known.get(key);
  const { parts } = edit.present;
  const seconds = next?.seconds ?? (parts && partsSeconds(parts));
  set(playheadAtom, Math.min(get(playheadAtom), seconds ?? 0));
  if (next) set(stateAtom, { phase: 'ready', source: next });
  const note = storedEdit(edit, seconds);
  set(writeNoteAtom, reference, note);
  if (next) return;
  set(unreadEditAtom, { reference, note });
  set(stateAtom, { phase: 'preparing', fraction: 0, pyramid: null });
  set(unreadPartsAtom, get(unreadPartsAtom) + 1);
});

/** Adds parts as one undo step. */
export const changePartsAtom = atom(null, (_get, set, parts: Part[], areas: Area[]) =>
  set(stepAtom, { parts, areas }),
);

/** Opens the edit stored in `note`, or a fresh one. */
export const openEditAtom = atom(null, (get, set, note: unknown, seconds: number) => {
  get(knownStampsAtom).add(stampOf(note));
  set(historyAtom, readEdit(note, seconds) ?? freshEdit(seconds));
  set(unreadEditAtom, null);
  set(previewAtom, null);
  set(proposalAtom, null);
  set(chosenAtom, null);
  set(playheadAtom, 0);
  set(refusedAtom, false);
});

/** Resolves when the length of the source is exact, or without a source. */
export const exactLengthAtom = atom<Promise<void>>(Promise.resolve());

/** Replaces the estimated source with the final one; adapts every undo step to the exact length. */
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
  if (edit.past.length + edit.future.length > 0) set(storeEditAtom);
});

/** Adds an undo step and stores it; while a tool is open, changes its proposal instead. */
export const commitAreasAtom = atom(null, (get, set, areas: Area[]) => {
  set(previewAtom, null);
  if (get(proposalAtom)) set(proposalAtom, areas);
  else set(stepAtom, { areas });
});
export const previewAreasAtom = atom(null, (_get, set, areas: Area[] | null) => set(previewAtom, areas));

/** Shows areas as a proposal; null drops the proposal. */
export const proposeAreasAtom = atom(null, (_get, set, areas: Area[] | null) => {
  set(previewAtom, null);
  set(proposalAtom, areas);
});
/** Applies the proposal as one undo step. */
export const applyProposalAtom = atom(null, (get, set) => {
  const areas = get(proposalAtom);
  set(proposeAreasAtom, null);
  if (areas) set(stepAtom, { areas });
});

export const chooseToolsAtom = atom(null, (_get, set, tools: ToolChoices) => set(stepAtom, { tools }));

const stepAtom = atom(null, (get, set, change: Partial<EditStep>) => {
  const { present } = get(historyAtom);
  const next = { ...present, ...change };
  const isSame = sameAreas(next.areas, present.areas) && sameChoices(next.tools, present.tools);
  if (isSame && next.parts === present.parts) return;
  set(historyAtom, commit(get(historyAtom), next));
  set(followAtom);
});

export const undoAtom = atom(null, (get, set) => {
  if (!get(canUndoAtom)) return;
  set(historyAtom, undo(get(historyAtom)));
  set(followAtom);
});
export const redoAtom = atom(null, (get, set) => {
  if (!get(canRedoAtom)) return;
  set(historyAtom, redo(get(historyAtom)));
  set(followAtom);
});

/** "Set new Area". False when it was refused because everything is marked. */
export const addAreaAtom = atom(null, (get, set): boolean => {
  const source = get(sourceAtom);
  if (!source) return false;
  const result = addArea(get(settledAreasAtom), source.seconds);
  if (!result) {
    set(refusedAtom, true);
    return false;
  }
  set(commitAreasAtom, result.areas);
  set(chosenAtom, result.added.id);
  set(playheadAtom, result.added.start);
  return true;
});

/** "Shorten first area", offered when a new area was refused. */
export const shortenFirstAtom = atom(null, (get, set) => {
  set(refusedAtom, false);
  set(commitAreasAtom, shortenFirst(get(settledAreasAtom)));
});

export const removeAreaAtom = atom(null, (get, set, id: string) => {
  set(commitAreasAtom, removeArea(get(settledAreasAtom), id));
});

/** "Clear all": one area over everything; undoable. */
export const clearAreasAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, wholeArea(source.seconds));
});

/** Sets one edge to a time, from a number field or a nudge button. */
export const setEdgeAtom = atom(null, (get, set, id: string, edge: 'start' | 'end', seconds: number) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, moveEdge(get(settledAreasAtom), id, edge, seconds, source.seconds));
});

const storeEditAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (source) set(writeNoteAtom, source.reference, storedEdit(get(historyAtom), source.seconds));
});

const writeNoteAtom = atom(null, (get, set, reference: string, note: object) => {
  get(knownStampsAtom).add(stampOf(note));
  get(noteWriterAtom).write(editKey(reference), note);
  set(noteEditAtom, reference);
});

/** Of the stored edits that this window has read or written. */
const knownStampsAtom = atom(() => new Set<unknown>());

/** Opens the edit that another window has stored: the next step here would replace it. */
export const catchUpAtom = atom(null, async (get, set): Promise<void> => {
  const source = get(sourceAtom);
  if (!source || !get(hasNoProposalAtom)) return;
  const note = await set(editNoteAtom, source.reference);
  const stamp = stampOf(note);
  if (stamp === undefined || get(knownStampsAtom).has(stamp) || get(sourceAtom) !== source) return;
  if (keyOf(storedParts(note)) === keyOf(source.parts)) return set(openEditAtom, note, source.seconds);
  set(stateAtom, { phase: 'idle' });
  set(unreadPartsAtom, get(unreadPartsAtom) + 1);
});

function sameAreas(a: readonly Area[], b: readonly Area[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ start, end, gainDb }, index) => {
      const other = b[index];
      return start === other?.start && end === other.end && gainDb === other.gainDb;
    })
  );
}

/** The areas after a removal; any other change ends the undo offer. */
const afterRemovalAtom = atom<Area[] | null>(null);

export const dropAreaAtom = atom(null, (get, set, id: string) => {
  const before = get(areasAtom);
  set(removeAreaAtom, id);
  const after = get(areasAtom);
  set(afterRemovalAtom, after.length < before.length ? after : null);
});

/** "Cut here": splits the area at a time and selects the shorter part, the likelier one to go. */
export const splitAreaAtom = atom(null, (get, set, at: number) => {
  const split = splitArea(get(settledAreasAtom), at);
  if (!split) return;
  set(commitAreasAtom, split.areas);
  set(chosenAtom, split.shorter.id);
});

/** "Remove this part": the selected area, also the first; one always stays. The next one is selected. */
export const removePartAtom = atom(null, (get, set) => {
  const areas = get(settledAreasAtom);
  if (areas.length < 2) return;
  const index = areas.findIndex(({ id }) => id === get(selectedIdAtom));
  const left = areas.filter((_, each) => each !== index);
  set(commitAreasAtom, left);
  set(chosenAtom, (left[index] ?? left.at(-1))?.id ?? null);
  set(afterRemovalAtom, left);
});

/** True while the last step was a removal and the undo offer is open. */
export const justRemovedAtom = atom((get) => {
  const left = get(afterRemovalAtom);
  return left !== null && left === get(areasAtom);
});

/** Hides the undo offer; the removal stays in the undo history. */
export const forgetRemovalAtom = atom(null, (_get, set) => set(afterRemovalAtom, null));

export const undoRemovalAtom = atom(null, (_get, set) => {
  set(afterRemovalAtom, null);
  set(undoAtom);
});
