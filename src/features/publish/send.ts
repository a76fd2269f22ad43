// One entry on its way to the server: ticket, upload, one fresh ticket when the first is refused as stale.
import { atom, type Getter } from 'jotai/vanilla';
import { RESUMABLE_MIN_BYTES } from '../../../api/contract/transfers.ts';
import type { UploadReply } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import { NoTransfersError } from '../../api/transfer.ts';
import { UploadError, type UploadProgress, type UploadRequest } from '../../api/upload.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { sessionAtom } from '../../state/session.ts';
import type { AudioReference } from '../../storage/handoff.ts';
import { publishPortsAtom } from './ports.ts';
import { dropTicketAtom, prepareTicketAtom } from './ticket.ts';

/** Codes after which a fresh ticket is worth one more try. */
const STALE_TICKET = new Set<string>(['cap_token_expired', 'cap_token_invalid', 'cap_token_used']);

/** An upload with what was typed, as it waits on this device when the server is out of reach (S1 §4). */
export interface WaitingUpload {
  /** Client-made UUID, the upload key of K48: a late send never makes a second track. */
  uploadId: string;
  reference: AudioReference;
  /** The take or file it was cut from; let go of together with it. Null when it is its own source. */
  source: AudioReference | null;
  originalName: string;
  mimeType: string;
  sizeBytes: number;
  /** Seconds. */
  duration: number;
  title: string;
  description: string;
  gender: string;
  tags: string[];
  consentAt: string | null;
  /** ISO time. */
  createdAt: string;
}

export interface SendJob {
  entry: WaitingUpload;
  file: Blob;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Resolves with the server's word. Throws `UploadError`, `ApiError`, `PowError` or what the engine threw. */
export const sendEntryAtom = atom(null, async (_get, set, job: SendJob): Promise<UploadReply> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await set(sendOnceAtom, job);
    } catch (error) {
      const stale = error instanceof UploadError && STALE_TICKET.has(error.code ?? '');
      if (!stale || attempt > 0) throw error;
      set(dropTicketAtom);
    }
  }
});

/** Large files the resumable way, small ones, and all where the server knows no other, as the specified form. */
const sendOnceAtom = atom(null, async (get, set, job: SendJob): Promise<UploadReply> => {
  const { entry, file, signal, onProgress } = job;
  const { sendUpload, sendTransfer, notes } = get(publishPortsAtom);
  const ticket = async () => {
    const capToken = await set(prepareTicketAtom, file);
    signal.throwIfAborted();
    return capToken;
  };
  // The type of the first bytes, not the one a file system guessed.
  const sent = { file: file.slice(0, file.size, entry.mimeType), fileName: entry.originalName };
  if (file.size > RESUMABLE_MIN_BYTES) {
    const note = openedNote(entry.uploadId);
    const wasOpened = (await notes.read(note).catch(() => undefined)) === true;
    const onOpened = () => void notes.write(note, true).catch(() => undefined);
    const transfer = { ...sent, fields: fieldsOf(get, entry), ticket, wasOpened, onOpened };
    try {
      return await sendTransfer(transfer, onProgress, signal);
    } catch (error) {
      if (!(error instanceof NoTransfersError)) throw error;
    }
  }
  const capToken = await ticket();
  return sendUpload({ ...sent, fields: { ...fieldsOf(get, entry), capToken } }, onProgress, signal);
});

function fieldsOf(get: Getter, entry: WaitingUpload): Omit<UploadRequest['fields'], 'capToken'> {
  const session = get(sessionAtom);
  const me = session.status === 'signedIn' ? session.me : null;
  return {
    title: entry.title,
    description: entry.description,
    // The server decides (K9); from here the field could only raise scrutiny, and nothing calls for it.
    requiresReview: 'false',
    userId: me?.id ?? '',
    username: me?.username ?? '',
    gender: entry.gender,
    tags: JSON.stringify(entry.tags),
    uploadKey: entry.uploadId,
    consentAt: entry.consentAt ?? '',
  };
}

/** Where the upload key of a file is noted. */
export const uploadKeyNote = (reference: string) => `key:${reference}`;

/** Where it is noted that the server holds pieces of this upload. */
const openedNote = (uploadId: string) => `opened:${uploadId}`;

/** The server has it: only now may the copies go. A copy that cannot be removed is swept later. */
export const letGoAtom = atom(null, async (get, _set, entry: WaitingUpload): Promise<void> => {
  const { handoff, files, markPublished, notes } = get(publishPortsAtom);
  await Promise.allSettled([
    get(statePortsAtom).outbox.remove(entry.uploadId),
    notes.remove(uploadKeyNote(entry.reference)),
    notes.remove(openedNote(entry.uploadId)),
    ...[entry.reference, entry.source ?? ''].map(async (reference) => {
      const parsed = handoff.parseReference(reference);
      if (parsed?.kind === 'take') await markPublished(parsed.id);
      if (parsed?.kind === 'file') await files.remove(parsed.id);
    }),
  ]);
});

/** True when no server of ours answered: the upload may wait on this device. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof UploadError) return error.kind === 'unreachable' || error.kind === 'html';
  return error instanceof ApiError && error.code === 'offline';
}
