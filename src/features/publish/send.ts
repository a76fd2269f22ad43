// One entry on its way to the server: ticket, upload, one fresh ticket when the first is refused as stale.
import { atom } from 'jotai/vanilla';
import type { UploadReply } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import { UploadError, type UploadProgress } from '../../api/upload.ts';
import { sessionAtom } from '../../state/session.ts';
import type { OutboxEntry } from '../../storage/outbox.ts';
import { publishPortsAtom } from './ports.ts';
import { dropTicketAtom, prepareTicketAtom } from './ticket.ts';

/** Codes after which a fresh ticket is worth one more try. */
const STALE_TICKET = new Set<string>(['cap_token_expired', 'cap_token_invalid', 'cap_token_used']);

export interface SendJob {
  entry: OutboxEntry;
  file: Blob;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Resolves with the server's word. Throws `UploadError`, `ApiError`, `PowError` or what the engine threw. */
export const sendEntryAtom = atom(null, async (get, set, job: SendJob): Promise<UploadReply> => {
  const { entry, file, signal } = job;
  for (let attempt = 0; ; attempt++) {
    const capToken = await set(prepareTicketAtom, file);
    signal.throwIfAborted();
    const session = get(sessionAtom);
    const me = session.status === 'signedIn' ? session.me : null;
    try {
      return await get(publishPortsAtom).sendUpload(
        {
          // The type of the first bytes, not the one a file system guessed.
          file: file.slice(0, file.size, entry.mimeType),
          fileName: entry.originalName,
          fields: {
            title: entry.title,
            description: entry.description,
            capToken,
            // The server decides (K9); from here the field could only raise scrutiny, and nothing calls for it.
            requiresReview: 'false',
            userId: me?.id ?? '',
            username: me?.username ?? '',
            gender: entry.gender,
            tags: JSON.stringify(entry.tags),
            uploadKey: entry.uploadId,
            consentAt: entry.consentAt ?? '',
          },
        },
        job.onProgress,
        signal,
      );
    } catch (error) {
      const stale = error instanceof UploadError && STALE_TICKET.has(error.code ?? '');
      if (!stale || attempt > 0) throw error;
      set(dropTicketAtom);
    }
  }
});

/** The server has it: only now may the copies go. A copy that cannot be removed is swept later. */
export const letGoAtom = atom(null, async (get, _set, entry: OutboxEntry): Promise<void> => {
  const { handoff, files, markPublished, outbox } = get(publishPortsAtom);
  await Promise.allSettled([
    outbox.remove(entry.uploadId),
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
