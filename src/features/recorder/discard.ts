// Discarding acts at once and can be undone for 8 s. After that, or when the page closes, the bytes are deleted.
import { atom } from 'jotai/vanilla';
import { CaptureError, type CaptureErrorCode } from '../../audio/captureErrors.ts';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import {
  elapsedSecondsAtom,
  endSessionAtom,
  finishedTakeAtom,
  moveAtom,
  recorderAtom,
  sessionAtom,
} from './atoms.ts';
import { type Draft, forgetInMemoryAtom, hiddenDraftAtom, refreshDraftsAtom } from './drafts.ts';
import { hiddenFileAtom, refreshPickedAtom } from './pickedFiles.ts';
import { recorderPortsAtom } from './ports.ts';
import { previewedAtom, stopPreviewAtom } from './preview.ts';

interface Discarded {
  /** A take's id, or the reference of a picked file or an in-memory take. */
  id: string;
  kind: 'take' | 'memory' | 'file';
  /** Releases the lock that stops other tabs from recovering it. */
  release: () => void;
}

const pendingAtom = atom<Discarded | null>(null);
/** The last discarded item, while it can be restored. */
export const discardedAtom = atom((get): Pick<Discarded, 'id' | 'kind'> | null => get(pendingAtom));

/** Discards the running take. */
export const discardRecordingAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const { phase } = get(recorderAtom);
  if (!session || phase === 'finishing') return;
  let failure: CaptureErrorCode | null = null;
  try {
    session.capture.cancel();
  } catch (error) {
    failure = error instanceof CaptureError ? error.code : 'cancel_failed';
  }
  const seconds = session.capture.elapsedSeconds();
  set(endSessionAtom);
  set(elapsedSecondsAtom, 0);
  set(moveAtom, failure ? { phase: 'failed', code: failure } : { phase: 'idle' });
  if (phase === 'requesting' || phase === 'countdown') return;
  const writer = await session.writer;
  const take = await writer?.finish(seconds).catch(() => {
    // The stored part is discarded like any take; the rest is only in this page's memory.
    writer.release();
    return writer.take;
  });
  if (take) await set(discardAtom, take.id, 'take');
});

/** Discards the finished take. */
export const discardFinishedAtom = atom(null, async (get, set) => {
  const take = get(finishedTakeAtom);
  if (!take) return;
  set(finishedTakeAtom, null);
  set(elapsedSecondsAtom, 0);
  set(moveAtom, { phase: 'idle' });
  get(recorderPortsAtom).handoff.clearRecordingData();
  await set(discardAtom, take.takeId ?? take.reference, take.takeId ? 'take' : 'memory');
});

/** Discards a draft and every part it consists of. */
export const discardDraftAtom = atom(null, async (get, set, draft: Draft) => {
  const { handoff } = get(recorderPortsAtom);
  if (get(previewedAtom) === draft.reference) set(stopPreviewAtom);
  // This tab had it open and no longer needs its bytes.
  if (handoff.readRecordingData()?.file.data === draft.reference) handoff.clearRecordingData();
  await set(discardAtom, draft.id, draft.take === null ? 'memory' : 'draft');
});

/** Hides a picked file until the undo time is over, then deletes it. */
export const discardPickedAtom = atom(null, async (get, set, { reference }: PickedFile) => {
  const { handoff } = get(recorderPortsAtom);
  if (get(previewedAtom) === reference) set(stopPreviewAtom);
  if (handoff.readRecordingData()?.file.data === reference) handoff.clearRecordingData();
  if (handoff.readUploadFile()?.data === reference) handoff.clearUploadFile();
  await set(forgetDiscardedAtom);
  set(pendingAtom, { id: reference, kind: 'file', release: () => undefined });
  set(hiddenFileAtom, reference);
});

const discardAtom = atom(null, async (get, set, id: string, kind: 'take' | 'draft' | 'memory') => {
  const { drafts, holdTake } = get(recorderPortsAtom);
  await set(forgetDiscardedAtom);
  const release = kind === 'memory' ? () => undefined : holdTake(id);
  set(pendingAtom, { id, kind: kind === 'memory' ? 'memory' : 'take', release });
  if (kind === 'memory') set(hiddenDraftAtom, id);
  else await (kind === 'take' ? drafts.discardTake(id) : drafts.discardDraft(id));
  await set(refreshDraftsAtom);
});

export const undoDiscardAtom = atom(null, async (get, set) => {
  const pending = get(pendingAtom);
  set(pendingAtom, null);
  if (!pending) return;
  if (pending.kind === 'memory') set(hiddenDraftAtom, null);
  else if (pending.kind === 'file') set(hiddenFileAtom, null);
  else await get(recorderPortsAtom).drafts.restoreTake(pending.id);
  pending.release();
  await set(refreshDraftsAtom);
});

/** Deletes the bytes when the undo time is over. If the disk does not answer, the next start deletes them. */
export const forgetDiscardedAtom = atom(null, async (get, set) => {
  const pending = get(pendingAtom);
  set(pendingAtom, null);
  if (!pending) return;
  const { drafts, releaseFile } = get(recorderPortsAtom);
  if (pending.kind === 'memory') {
    set(forgetInMemoryAtom, pending.id);
    await releaseFile(pending.id).catch(() => undefined);
    set(hiddenDraftAtom, null);
  } else if (pending.kind === 'file') {
    await releaseFile(pending.id).catch(() => undefined);
    await set(refreshPickedAtom);
    set(hiddenFileAtom, null);
  } else {
    await drafts.dropDiscarded(pending.id).catch(() => undefined);
  }
  pending.release();
});
