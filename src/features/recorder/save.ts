// Next step of a finished take: editor, share form, drafts or a new take.
import { atom } from 'jotai/vanilla';
import { StorageError } from '../../storage/errors.ts';
import { elapsedSecondsAtom, finishedTakeAtom, moveAtom, problemAtom, recorderAtom } from './atoms.ts';
import { discardFinishedAtom } from './discard.ts';
import { refreshDraftsAtom } from './drafts.ts';
import { recorderPortsAtom } from './ports.ts';
import { stopPreviewAtom } from './preview.ts';
import { startRecordingAtom } from './recording.ts';
import { fileNameOf, recordingDataOf } from './recordingData.ts';

/** Opens the editor or the share form; sets the problem when the take cannot be read. */
export const saveTakeAtom = atom(null, async (get, set, next: 'editor' | 'upload' = 'editor') => {
  if (get(recorderAtom).phase === 'saved') return;
  set(stopPreviewAtom);
  const take = get(finishedTakeAtom);
  if (!take) return set(moveAtom, { phase: 'failed', code: 'nothing_to_save' });
  const { addition, drafts, handoff } = get(recorderPortsAtom);
  try {
    // Another tab may have deleted it.
    if (take.takeId) await drafts.takeById(take.takeId);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') {
      set(finishedTakeAtom, null);
      return set(moveAtom, { phase: 'failed', code: 'nothing_to_save' });
    }
    const reason = error instanceof Error ? error.message : String(error);
    return set(problemAtom, { code: 'prepare_failed', reason });
  }
  try {
    handoff.clearUploadFile();
    if (next === 'upload') addition.clearAddition();
    handoff.writeRecordingData(recordingDataOf(take));
  } catch {
    return set(problemAtom, { code: 'save_failed' });
  }
  set(moveAtom, { phase: 'saved', next });
});

/** "Keep for later": it is already a draft. */
export const keepForLaterAtom = atom(null, async (get, set) => {
  set(stopPreviewAtom);
  get(recorderPortsAtom).handoff.clearRecordingData();
  set(finishedTakeAtom, null);
  set(problemAtom, null);
  set(elapsedSecondsAtom, 0);
  set(moveAtom, { phase: 'idle' });
  await set(refreshDraftsAtom);
});

/** Discards the take (undoable) and starts the next. */
export const recordAgainAtom = atom(null, async (_get, set) => {
  set(stopPreviewAtom);
  await set(discardFinishedAtom);
  await set(startRecordingAtom, { again: true });
});

/** Name and bytes of the take for a download; sets the problem, and answers null, when they cannot be read. */
export const copyOfTakeAtom = atom(null, async (get, set): Promise<{ name: string; file: Blob } | null> => {
  const take = get(finishedTakeAtom);
  if (!take) return null;
  const { drafts } = get(recorderPortsAtom);
  try {
    const parts = take.blob ? [take.blob] : await drafts.readTakeParts(take.takeId ?? '');
    return { name: fileNameOf(take), file: new Blob(parts, { type: take.mimeType }) };
  } catch {
    set(problemAtom, { code: 'load_failed' });
    return null;
  }
});
