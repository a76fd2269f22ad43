// Takes on this device: saved ones, ones a killed tab left unfinished, and ones that are only in memory.
import { atom } from 'jotai/vanilla';
import type { AudioReference } from '../../storage/references.ts';
import type { Take } from '../../storage/takeRecords.ts';
import type { FinishedTake } from './atoms.ts';
import { recorderPortsAtom } from './ports.ts';
import { recordingDataOf } from './recordingData.ts';

export interface Draft {
  /** The take's id, or the reference of an in-memory take. */
  id: string;
  reference: AudioReference;
  /** Empty until the person gives it one. */
  name: string;
  seconds: number;
  sizeBytes: number;
  mimeType: string;
  startedAt: number;
  /** True when its tab died before it was finished. */
  interrupted: boolean;
  /** True when the disk filled up first: the rest is lost. */
  endIsLost: boolean;
  /** True when it is a week old and the person has not chosen to keep it. */
  old: boolean;
  /** Null for one that is only in memory. */
  take: Take | null;
}

const storedAtom = atom<Draft[]>([]);
const memoryAtom = atom<Draft[]>([]);
/** A memory draft whose discard can still be undone. */
export const hiddenDraftAtom = atom<string | null>(null);

export const draftsAtom = atom((get) => [
  ...get(memoryAtom).filter(({ id }) => id !== get(hiddenDraftAtom)),
  ...get(storedAtom),
]);

/** Reloads the list; empty on a device without storage. */
export const refreshDraftsAtom = atom(null, async (get, set) => {
  const { drafts, handoff } = get(recorderPortsAtom);
  const draftOf = (take: Take, interrupted: boolean): Draft => ({
    id: take.id,
    reference: handoff.takeReference(take.id),
    name: take.name ?? '',
    seconds: take.seconds,
    sizeBytes: take.sizeBytes,
    mimeType: take.mimeType,
    startedAt: take.startedAt,
    interrupted,
    endIsLost: drafts.hasUnsavedEnd(take.id),
    old: !interrupted && drafts.isOldTake(take, Date.now()),
    take,
  });
  // A published take is no longer in memory.
  set(
    memoryAtom,
    get(memoryAtom).filter(({ reference }) => handoff.isInMemory(reference)),
  );
  try {
    const [unfinished, finished] = await Promise.all([drafts.unfinishedTakes(), drafts.listTakes()]);
    set(storedAtom, [
      ...unfinished.map((take) => draftOf(take, true)),
      ...finished.map((take) => draftOf(take, false)),
    ]);
  } catch {
    set(storedAtom, []);
  }
});

/** Lists a take that the disk refused, until the page closes. */
export const rememberInMemoryAtom = atom(null, (get, set, take: FinishedTake) => {
  const { reference: id, seconds, sizeBytes, mimeType, startedAt } = take;
  const facts = { id, reference: id, name: '', seconds, sizeBytes, mimeType, startedAt };
  set(memoryAtom, [
    { ...facts, interrupted: false, endIsLost: false, old: false, take: null },
    ...get(memoryAtom),
  ]);
});

export const forgetInMemoryAtom = atom(null, (get, set, id: string) => {
  set(
    memoryAtom,
    get(memoryAtom).filter((draft) => draft.id !== id),
  );
});

/** Hands a draft to the editor, recovering it first where needed. */
export const openDraftAtom = atom(null, async (get, set, draft: Draft) => {
  const { handoff } = get(recorderPortsAtom);
  const take = await set(recoverDraftAtom, draft);
  const { seconds, sizeBytes } = take ?? draft;
  handoff.clearUploadFile();
  handoff.writeRecordingData(recordingDataOf({ ...draft, seconds, sizeBytes }));
});

/** "Keep": recovers a cut-off draft; keeps an old one for another week. */
export const keepDraftAtom = atom(null, async (get, set, draft: Draft) => {
  const { drafts } = get(recorderPortsAtom);
  await set(recoverDraftAtom, draft);
  if (draft.old) await drafts.keepTake(draft.id);
  await set(refreshDraftsAtom);
});

/** Longest name of a draft. */
export const NAME_MAX_LENGTH = 60;

export const renameDraftAtom = atom(null, async (get, set, { id }: Draft, name: string) => {
  await get(recorderPortsAtom).drafts.renameTake(id, name.trim().slice(0, NAME_MAX_LENGTH));
  await set(refreshDraftsAtom);
});

/** The finished take behind a draft; null in memory. Rejects if another tab has deleted it, and lists the drafts again. */
export const recoverDraftAtom = atom(null, async (get, set, { id, interrupted, take }: Draft) => {
  if (take === null) return null;
  const { drafts } = get(recorderPortsAtom);
  try {
    return await (interrupted ? drafts.recoverTake(id) : drafts.takeById(id));
  } catch (error) {
    await set(refreshDraftsAtom);
    throw error;
  }
});
