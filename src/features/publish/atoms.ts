// Publishing from the form, and what the answer means. Text and file are stored on this device before they are sent, so
// that nothing is lost when the page ends, the device is offline or the form is left.
import { atom } from 'jotai/vanilla';
import { newId } from '../../lib/ids.ts';
import { type Delivered, type Delivery, deliverAtom, runningAtom } from './deliver.ts';
import type { WaitingUpload } from './entry.ts';
import { limitEnd, mayPass, type PublishFailure } from './failure.ts';
import { coverOf, forgetShareFileAtom, type ShareFile, shareFileAtom } from './file.ts';
import {
  clearFormAtom,
  formErrorsAtom,
  refusedFieldAtom,
  refuseFormAtom,
  shareFormAtom,
  wordsOf,
} from './form.ts';
import { changeUploadAtom, keepUploadAtom, settleAtom, uploadOnFormAtom } from './outbox.ts';
import { dropOutgoingAtom } from './outgoing.ts';
import { publishPortsAtom } from './ports.ts';
import { replacedAtom, stopReplacingAtom } from './replacing.ts';
import { uploadKeyNote } from './send.ts';
import { limitEndAtom, noteLimitAtom } from './uploadLimit.ts';

export type PublishState =
  | { phase: 'idle' }
  /** The ticket is not ready yet. */
  | { phase: 'preparing' }
  | { phase: 'sending'; sentBytes: number; totalBytes: number }
  /** Stopped by the person; publishing again continues where it stopped. */
  | { phase: 'paused' }
  | { phase: 'published'; delivered: Delivered }
  /** Stored on this device: the server could not be reached. */
  | { phase: 'kept' }
  | { phase: 'failed'; failure: PublishFailure };

const stateAtom = atom<PublishState>({ phase: 'idle' });
export const publishAtom = atom((get) => get(stateAtom));
/** A new value with every visit, so that work of an earlier visit changes nothing here. */
const visitAtom = atom<object>({});
/** Set by a second press while the ticket is still being made. */
export const alreadyPreparingAtom = atom(false);
/**
 * The upload key of a file: the same for every retry and after a reload, so that the server finds what it already
 * received. Only in memory when the device stores no notes.
 */
const keysAtom = atom<Readonly<Record<string, string>>>({});
const uploadKeyAtom = atom(null, async (get, set, reference: string): Promise<string> => {
  const { notes } = get(publishPortsAtom);
  const known =
    get(keysAtom)[reference] ?? (await notes.read(uploadKeyNote(reference)).catch(() => undefined));
  const key = typeof known === 'string' ? known : newId();
  set(keysAtom, { ...get(keysAtom), [reference]: key });
  if (key !== known) await notes.write(uploadKeyNote(reference), key).catch(() => undefined);
  return key;
});

export const canPublishAtom = atom((get) => {
  const { phase } = get(stateAtom);
  const busy = phase === 'sending' || phase === 'published';
  if (busy || get(shareFileAtom).phase !== 'ready' || get(refusedFieldAtom)) return false;
  return Object.keys(get(formErrorsAtom)).length === 0;
});

export const publishNowAtom = atom(null, async (get, set) => {
  if (get(stateAtom).phase === 'preparing') return void set(alreadyPreparingAtom, true);
  const shared = get(shareFileAtom);
  if (!get(canPublishAtom) || shared.phase !== 'ready' || get(limitEndAtom) > Date.now()) return;
  const visit = get(visitAtom);
  const isHere = () => get(visitAtom) === visit;
  set(stateAtom, { phase: 'preparing' });
  const upload = await set(uploadAtom, shared.file);
  set(uploadOnFormAtom, upload.uploadId);
  const isKept = await set(keepAtom, upload);
  const putBack = isKept ? set(parkAtom) : () => undefined;
  try {
    const delivery = await set(deliverAtom, upload, {
      original: shared.file.blob,
      onProgress: (progress) => isHere() && set(stateAtom, { phase: 'sending', ...progress }),
    });
    if (!isHere()) {
      set(dropOutgoingAtom, shared.file.blob);
      return void (await set(settleAtom, upload.uploadId, delivery));
    }
    if (delivery.outcome === 'delivered' || (isKept && isWaiting(delivery))) set(putAwayAtom);
    else putBack();
    if (delivery.outcome === 'unreachable') {
      await set(changeUploadAtom, upload.uploadId, { failure: delivery.failure });
    }
    if (delivery.outcome === 'failed') {
      const { failure } = delivery;
      set(noteLimitAtom, failure);
      set(limitedFormAtom, limitEnd(failure) > 0 ? contentOf(upload) : null);
      await set(changeUploadAtom, upload.uploadId, { failure, held: mayPass(failure) ? null : 'refused' });
      set(refuseFormAtom, failure);
    }
    set(stateAtom, stateAfter(delivery, isKept));
  } finally {
    if (isHere()) set(alreadyPreparingAtom, false);
  }
});

/** What the person entered when a limit stopped it; null otherwise. */
const limitedFormAtom = atom<string | null>(null);
/** Without what is measured meanwhile: the file's facts may arrive after the first attempt. */
const contentOf = ({ createdAt: _at, cover: _cover, duration: _seconds, ...entered }: WaitingUpload) =>
  JSON.stringify(entered);

/** After the limit: publishes the form if it is unchanged. */
export const publishAfterLimitAtom = atom(null, async (get, set) => {
  const content = get(limitedFormAtom);
  const shared = get(shareFileAtom);
  set(limitedFormAtom, null);
  if (content === null || shared.phase !== 'ready') return;
  if (contentOf(await set(uploadAtom, shared.file)) === content) await set(publishNowAtom);
});

const isWaiting = ({ outcome }: Delivery) => outcome === 'unreachable' || outcome === 'elsewhere';

function stateAfter(delivery: Delivery, isKept: boolean): PublishState {
  switch (delivery.outcome) {
    case 'delivered':
      return { phase: 'published', delivered: delivery };
    case 'stopped':
      return { phase: 'paused' };
    case 'failed':
      return { phase: 'failed', failure: delivery.failure };
    case 'unreachable':
    case 'elsewhere':
      // Leaving the page would lose bytes that are only in memory, so the form stays open.
      if (isKept) return { phase: 'kept' };
      return {
        phase: 'failed',
        failure: delivery.outcome === 'unreachable' ? delivery.failure : { kind: 'call', code: 'offline' },
      };
  }
}

/** Stops sending. The form keeps its text, the server keeps what it has received. */
export const pausePublishAtom = atom(null, async (get, set) => {
  const id = get(uploadOnFormAtom);
  if (id === null) return;
  await set(changeUploadAtom, id, { held: 'paused' });
  get(runningAtom)[id]?.abort.abort(new DOMException('paused', 'AbortError'));
});

/** Whether this form's upload is being sent; sending continues without the form. */
export const isSendingAtom = atom((get) => {
  const id = get(uploadOnFormAtom);
  return id !== null && get(runningAtom)[id] !== undefined;
});

/** Resets the form when the page is left. */
export const resetPublishAtom = atom(null, (_get, set) => {
  set(visitAtom, {});
  set(uploadOnFormAtom, null);
  set(alreadyPreparingAtom, false);
  set(stateAtom, { phase: 'idle' });
});

const uploadAtom = atom(null, async (get, set, file: ShareFile): Promise<WaitingUpload> => {
  const form = get(shareFormAtom);
  const uploadId = await set(uploadKeyAtom, file.reference);
  const source = get(publishPortsAtom).handoff.readRecordingData()?.file.data ?? null;
  return {
    uploadId,
    reference: file.reference,
    source: source === file.reference ? null : source,
    originalName: file.name,
    mimeType: file.type,
    sizeBytes: file.blob.size,
    duration: file.facts?.seconds ?? 0,
    ...wordsOf(form),
    createdAt: new Date().toISOString(),
    cover: coverOf(file) ?? undefined,
    replaces: get(replacedAtom)?.trackId ?? null,
    failure: null,
    held: null,
    keptAt: null,
  };
});

/** True when the upload is stored on this device. */
const keepAtom = atom(null, async (get, set, upload: WaitingUpload): Promise<boolean> => {
  if (!get(publishPortsAtom).handoff.parseReference(upload.reference)) return false;
  try {
    await set(keepUploadAtom, upload);
    return true;
  } catch {
    return false;
  }
});

/** Hands the file to the outbox, so that the next form starts empty. Returns the undo. */
const parkAtom = atom(null, (get) => {
  const { handoff } = get(publishPortsAtom);
  const file = handoff.readUploadFile();
  const recording = handoff.readRecordingData();
  handoff.clearUploadFile();
  handoff.clearRecordingData();
  return () => {
    if (file) handoff.writeUploadFile(file);
    if (recording) handoff.writeRecordingData(recording);
  };
});

/** Clears the form after the upload was stored or sent. */
const putAwayAtom = atom(null, (get, set) => {
  const { handoff } = get(publishPortsAtom);
  set(stopReplacingAtom);
  set(clearFormAtom);
  set(forgetShareFileAtom);
  handoff.clearUploadFile();
  handoff.clearRecordingData();
});
