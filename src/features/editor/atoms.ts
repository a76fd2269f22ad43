// The editor: what is open, which areas are kept (with undo), where the playhead is. Times are seconds.
import { atom } from 'jotai/vanilla';
import { type Area, addArea, moveEdge, removeArea, shortenFirst, wholeArea } from './areas.ts';
import { commit, type History, redo, startHistory, undo } from './history.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { editorPortsAtom } from './ports.ts';

export type EditorFailure =
  | 'no_data'
  | 'not_loaded'
  | 'empty'
  | 'timeout'
  | 'stalled'
  | 'stalled_phone'
  | 'unreadable';

export interface EditorSource {
  /** Where the bytes are kept; edits are remembered under it. */
  reference: string;
  /** What is edited and exported: the take itself, or its repaired copy. */
  file: Blob;
  name: string;
  title: string;
  recordedAt: string;
  seconds: number;
  sampleRate: number;
  channels: number;
  repaired: boolean;
  pyramid: PeakPyramid;
}

/** The untouched take, so that no failure ever traps it. */
export interface RawTake {
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

const historyAtom = atom<History<Area[]>>(startHistory<Area[]>([]));
/** The list while a finger is still down; null otherwise. */
const previewAtom = atom<Area[] | null>(null);
const chosenAtom = atom<string | null>(null);

/** What is shown: the gesture's list while there is one. */
export const areasAtom = atom((get) => get(previewAtom) ?? get(historyAtom).present);
export const canUndoAtom = atom((get) => get(historyAtom).past.length > 0);
export const canRedoAtom = atom((get) => get(historyAtom).future.length > 0);
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

/** Fresh lists, without history. */
export const startAreasAtom = atom(null, (_get, set, areas: Area[]) => {
  set(historyAtom, startHistory(areas));
  set(previewAtom, null);
  set(chosenAtom, null);
  set(playheadAtom, 0);
  set(refusedAtom, false);
});

/** A step of undo; remembered with the take. */
export const commitAreasAtom = atom(null, (get, set, areas: Area[]) => {
  set(previewAtom, null);
  if (sameAreas(areas, get(historyAtom).present)) return;
  set(historyAtom, commit(get(historyAtom), areas));
  set(rememberAtom);
});
export const previewAreasAtom = atom(null, (_get, set, areas: Area[] | null) => set(previewAtom, areas));

export const undoAtom = atom(null, (get, set) => {
  set(historyAtom, undo(get(historyAtom)));
  set(rememberAtom);
});
export const redoAtom = atom(null, (get, set) => {
  set(historyAtom, redo(get(historyAtom)));
  set(rememberAtom);
});

/** "Set new Area". False when it was refused because everything is marked. */
export const addAreaAtom = atom(null, (get, set): boolean => {
  const source = get(sourceAtom);
  if (!source) return false;
  const result = addArea(get(historyAtom).present, source.seconds);
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
  set(commitAreasAtom, shortenFirst(get(historyAtom).present));
});

export const removeAreaAtom = atom(null, (get, set, id: string) => {
  set(commitAreasAtom, removeArea(get(historyAtom).present, id));
});

/** "Clear all": one area over everything (K17); undoable like any step. */
export const clearAreasAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, wholeArea(source.seconds));
});

/** Sets one edge to a time, from a number field or a nudge button. */
export const setEdgeAtom = atom(null, (get, set, id: string, edge: 'start' | 'end', seconds: number) => {
  const source = get(sourceAtom);
  if (source) set(commitAreasAtom, moveEdge(get(historyAtom).present, id, edge, seconds, source.seconds));
});

const rememberAtom = atom(null, (get) => {
  const source = get(sourceAtom);
  if (!source) return;
  // Losing the edit on a full disk is worth a line in the console, not an interruption.
  get(editorPortsAtom)
    .notes.write(`edit:${source.reference}`, get(historyAtom).present)
    .catch((error: unknown) => console.warn('edit not remembered', error));
});

function sameAreas(a: readonly Area[], b: readonly Area[]): boolean {
  return (
    a.length === b.length &&
    a.every((area, index) => area.start === b[index]?.start && area.end === b[index]?.end)
  );
}
