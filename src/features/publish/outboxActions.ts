// Actions on a waiting upload: send, pause, keep longer, edit, remove and restore.
import { atom } from 'jotai/vanilla';
import { lookForUploadsAtom } from '../../state/waitingUploads.ts';
import { deliverAtom, runningAtom } from './deliver.ts';
import { uploadOf, type WaitingUpload } from './entry.ts';
import { emptyForm, formNote, sentNote } from './form.ts';
import { changeUploadAtom, flushOutboxAtom, hideUploadAtom, keepUploadAtom, settleAtom } from './outbox.ts';
import { publishPortsAtom } from './ports.ts';
import { replaceAtom, stopReplacingAtom } from './replacing.ts';
import { isCategory, readForm } from './rules.ts';
import { forgetUploadAtom } from './send.ts';

const findAtom = atom(null, async (_get, set, id: string): Promise<WaitingUpload | null> => {
  const entry = (await set(lookForUploadsAtom)).find((each) => each.id === id);
  return entry ? uploadOf(entry) : null;
});

/** Sends it as the current person. */
export const sendUploadNowAtom = atom(null, async (_get, set, id: string): Promise<void> => {
  const upload = await set(findAtom, id);
  if (!upload) return;
  const again: WaitingUpload = { ...upload, held: null, failure: null, keptAt: new Date().toISOString() };
  await set(keepUploadAtom, again);
  await set(settleAtom, id, await set(deliverAtom, again));
});

/** Pauses sending; the server keeps what it has received, and sending continues from there. */
export const pauseUploadAtom = atom(null, async (get, set, id: string): Promise<void> => {
  await set(changeUploadAtom, id, { held: 'paused' });
  get(publishPortsAtom).tabs.tell();
  get(runningAtom)[id]?.abort.abort(new DOMException('paused', 'AbortError'));
});

/** Keeps it for another 30 days. */
export const keepLongerAtom = atom(null, async (_get, set, id: string): Promise<void> => {
  await set(changeUploadAtom, id, { keptAt: new Date().toISOString() });
});

/**
 * Puts file and texts back on the form. It stays stored and unsent until it is published or removed. False when it is gone.
 */
export const editUploadAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  const upload = await set(findAtom, id);
  if (!upload) return false;
  await set(pauseUploadAtom, id);
  const { handoff, notes } = get(publishPortsAtom);
  const { reference, source, originalName: name, mimeType: type, sizeBytes: size } = upload;
  const { title, description, gender, consentAt, transcript, allowComments } = upload;
  const tags = upload.tags.filter((tag) => !isCategory(tag));
  const words = readForm(
    { title, description, gender, tags, consentAt, transcript, allowComments },
    emptyForm(),
  );
  await notes
    .write(formNote(source ?? reference), sentNote(words, reference, upload.failure ?? null))
    .catch(() => undefined);
  handoff.clearRecordingData();
  if (source !== null) {
    handoff.writeRecordingData({
      file: { name, size: 0, type: '', data: source, tempTrackId: `recording-preview-${Date.now()}` },
      duration: 0,
      recordedAt: upload.createdAt,
      edited: true,
      title,
    });
  }
  handoff.writeUploadFile({ name, type, size, data: reference });
  if (upload.replaces) set(replaceAtom, { trackId: upload.replaces, title, description, gender });
  else set(stopReplacingAtom);
  return true;
});

/**
 * Hides it and pauses it, so that no page sends it meanwhile, not even after this one has closed; nothing is deleted before
 * `finishRemovalAtom`.
 */
export const removeUploadAtom = atom(null, async (_get, set, id: string): Promise<void> => {
  set(hideUploadAtom, id, true);
  await set(pauseUploadAtom, id);
});

/** `upload`: as it was before. */
export const undoRemovalAtom = atom(null, async (_get, set, upload: WaitingUpload): Promise<void> => {
  const { uploadId: id, held = null } = upload;
  await set(changeUploadAtom, id, { held });
  set(hideUploadAtom, id, false);
  void set(flushOutboxAtom);
});

/** Deletes it with the file made for it; the take it was cut from stays. */
export const finishRemovalAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const upload = await set(findAtom, id);
  if (upload) {
    const { files, tabs } = get(publishPortsAtom);
    await set(forgetUploadAtom, upload);
    tabs.tell();
    await files.release(upload.reference).catch(() => undefined);
  }
  await set(lookForUploadsAtom);
  set(hideUploadAtom, id, false);
});
