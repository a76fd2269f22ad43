// Sends an upload: clean copy, ticket, upload, and one fresh ticket when the first is refused as stale.
import { atom, type Getter } from 'jotai/vanilla';
import { RESUMABLE_MIN_BYTES } from '../../../api/contract/transfers.ts';
import type { UploadReply } from '../../../api/contract/uploads.ts';
import { NoTransfersError } from '../../api/transfer.ts';
import { UploadError, type UploadProgress, type UploadRequest } from '../../api/upload.ts';
import { dspAtom } from '../../state/dsp.ts';
import { identityAtom, isGuest } from '../../state/identity.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { returnAsGuestAtom, sessionAtom } from '../../state/session.ts';
import { dropTicketAtom, hashOfAtom, prepareTicketAtom } from '../../state/ticket.ts';
import { isEditedSinceAtom } from './editedSince.ts';
import { sentName, type WaitingUpload } from './entry.ts';
import { prepareOutgoingAtom } from './outgoing.ts';
import { publishPortsAtom } from './ports.ts';

/** Codes after which one more attempt with a fresh ticket makes sense. */
const STALE_TICKET = new Set<string>(['cap_token_expired', 'cap_token_invalid', 'cap_token_used']);

export interface SendJob {
  upload: WaitingUpload;
  /** As stored on this device. */
  original: Blob;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

export interface Sent {
  reply: UploadReply;
  /** SHA-256 of the file that was sent; null when this device could not hash it. */
  sha256: string | null;
}

/** Rejects with the signal's reason as soon as it fires; the work itself continues for later callers. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Resolves with the server's answer. Throws `UploadError`, `ApiError`, `PowError` or the engine's error. */
export const sendEntryAtom = atom(null, async (get, set, job: SendJob): Promise<Sent> => {
  const outgoing = await unlessAborted(set(prepareOutgoingAtom, job.original), job.signal);
  await unlessAborted(set(restoreGuestAtom, job.upload), job.signal);
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await set(sendOnceAtom, job, outgoing);
      // When everything had arrived before, no ticket was requested and nothing has hashed the file yet.
      const hash = () => get(dspAtom).sha256(outgoing.file, undefined, job);
      return { reply, sha256: set(hashOfAtom, outgoing.file) ?? (await hash().catch(() => null)) };
    } catch (error) {
      const stale = error instanceof UploadError && STALE_TICKET.has(error.code ?? '');
      if (!stale || attempt > 0) throw error;
      set(dropTicketAtom, outgoing.file);
    }
  }
});

/** Restores the guest whose session a killed browser lost, so that nothing is sent twice. */
const restoreGuestAtom = atom(null, async (get, set, { uploadId }: WaitingUpload): Promise<void> => {
  const { notes } = get(publishPortsAtom);
  const capToken = await notes.read(ticketNote(uploadId)).catch(() => undefined);
  if (typeof capToken === 'string') await set(returnAsGuestAtom, capToken);
});

/** Sends large files resumably; small ones, and all when the server cannot resume, as the specified form. */
const sendOnceAtom = atom(
  null,
  async (get, set, job: SendJob, { file, type }: { file: Blob; type: string }): Promise<UploadReply> => {
    const { upload, signal, onProgress } = job;
    const { sendUpload, sendTransfer, notes } = get(publishPortsAtom);
    const ticket = async () => {
      const capToken = await unlessAborted(set(prepareTicketAtom, file), signal);
      // Stored before any byte is sent: it restores the guest's account after a crash.
      if (isGuest(get(identityAtom) ?? ''))
        await notes.write(ticketNote(upload.uploadId), capToken).catch(() => undefined);
      return capToken;
    };
    // The type detected from the first bytes, not the one the file system guessed.
    const sent = { file: file.slice(0, file.size, type), fileName: sentName(type) };
    if (file.size > RESUMABLE_MIN_BYTES) {
      const note = openedNote(upload.uploadId);
      const wasOpened = (await notes.read(note).catch(() => undefined)) === true;
      const onOpened = () => void notes.write(note, true).catch(() => undefined);
      const transfer = { ...sent, fields: fieldsOf(get, upload), ticket, wasOpened, onOpened };
      try {
        return await sendTransfer(transfer, onProgress, signal);
      } catch (error) {
        if (!(error instanceof NoTransfersError)) throw error;
      }
    }
    const capToken = await ticket();
    return sendUpload({ ...sent, fields: { ...fieldsOf(get, upload), capToken } }, onProgress, signal);
  },
);

function fieldsOf(get: Getter, upload: WaitingUpload): Omit<UploadRequest['fields'], 'capToken'> {
  const session = get(sessionAtom);
  const me = session.status === 'signedIn' ? session.me : null;
  return {
    title: upload.title,
    description: upload.description,
    // Only the server decides about review; "true" could only ask for more.
    requiresReview: 'false',
    userId: me?.id ?? '',
    username: me?.username ?? '',
    gender: upload.gender,
    tags: JSON.stringify(upload.tags),
    uploadKey: upload.uploadId,
    consentAt: upload.consentAt ?? '',
    consentVersion: upload.consentAt === null ? '' : String(upload.consentVersion ?? 1),
    deviceId: get(publishPortsAtom).device.id(),
    transcript: upload.transcript ?? '',
    allowComments: String(upload.allowComments ?? true),
    replaces: upload.replaces ?? '',
  };
}

/** Storage key for the upload key of a file. */
export const uploadKeyNote = (reference: string) => `key:${reference}`;

/** Storage key for the note that the server holds pieces of this upload. */
const openedNote = (uploadId: string) => `opened:${uploadId}`;

/** Storage key for the ticket of a guest's upload. */
const ticketNote = (uploadId: string) => `ticket:${uploadId}`;

/** Deletes an upload that no longer waits, with its notes. */
export const forgetUploadAtom = atom(null, async (get, _set, upload: WaitingUpload): Promise<void> => {
  const { notes } = get(publishPortsAtom);
  await Promise.allSettled([
    get(statePortsAtom).outbox.remove(upload.uploadId),
    notes.remove(uploadKeyNote(upload.reference)),
    notes.remove(openedNote(upload.uploadId)),
    notes.remove(ticketNote(upload.uploadId)),
  ]);
});

/** Deletes the local copies of a sent upload; the sweep deletes what fails here. A draft that was edited meanwhile stays. */
export const releaseUploadAtom = atom(null, async (get, set, upload: WaitingUpload): Promise<void> => {
  const { handoff, files, releaseTake } = get(publishPortsAtom);
  const source = upload.source ?? upload.reference;
  const isEdited = await set(isEditedSinceAtom, upload.reference, source);
  await set(forgetUploadAtom, upload);
  await Promise.allSettled(
    [...new Set([upload.reference, source])].map(async (reference) => {
      if (isEdited && reference === source) return;
      const parsed = handoff.parseReference(reference);
      if (parsed?.kind === 'take') await releaseTake(parsed.id);
      if (parsed?.kind === 'file') await files.remove(parsed.id);
      if (parsed === null) await handoff.forgetMemory(reference);
    }),
  );
});
