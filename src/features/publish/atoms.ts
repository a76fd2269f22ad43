// Publishing, and what the answer means. Take and text stay on the device until the server confirmed them; a server
// out of reach puts them into the outbox instead.
import { atom } from 'jotai/vanilla';
import type { UploadData, UploadReply } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import { UploadError } from '../../api/upload.ts';
import { newId } from '../../lib/ids.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { forgetShareFileAtom, type ShareFile, shareFileAtom } from './file.ts';
import { clearFormAtom, formErrorsAtom, shareFormAtom } from './form.ts';
import { keepUploadAtom } from './outbox.ts';
import { publishPortsAtom } from './ports.ts';
import { isOutOfReach, letGoAtom, sendEntryAtom, uploadKeyNote, type WaitingUpload } from './send.ts';
import { dropTicketAtom } from './ticket.ts';

/** What the red box says. */
export type PublishFailure =
  | { kind: 'pow' }
  | { kind: 'invalid_json' }
  | { kind: 'status'; status: number; text: string }
  | { kind: 'call'; code: FailureCode }
  | { kind: 'unknown' };

export type PublishState =
  | { phase: 'idle' }
  /** The ticket is not ready yet. */
  | { phase: 'preparing' }
  | { phase: 'sending'; sentBytes: number; totalBytes: number }
  | { phase: 'published'; requiresReview: boolean; title: string; data: UploadData }
  /** Kept here: the server could not be reached. */
  | { phase: 'kept' }
  | { phase: 'failed'; failure: PublishFailure };

const stateAtom = atom<PublishState>({ phase: 'idle' });
export const publishAtom = atom((get) => get(stateAtom));
const abortAtom = atom<AbortController | null>(null);
/** Set by a second press while the ticket is still being made. */
export const alreadyPreparingAtom = atom(false);
/**
 * The client's name for one upload of one file: the same for every retry (K48), also after a reload, so that what
 * the server has received of it is found again. In memory where the device keeps no notes.
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
  return get(shareFileAtom).phase === 'ready' && !busy && Object.keys(get(formErrorsAtom)).length === 0;
});

export const publishNowAtom = atom(null, async (get, set) => {
  if (get(stateAtom).phase === 'preparing') return void set(alreadyPreparingAtom, true);
  const shared = get(shareFileAtom);
  if (!get(canPublishAtom) || shared.phase !== 'ready') return;
  const abort = new AbortController();
  set(abortAtom, abort);
  set(stateAtom, { phase: 'preparing' });
  const entry = await set(entryAtom, shared.file);
  try {
    const reply = await set(sendEntryAtom, {
      entry,
      file: shared.file.blob,
      signal: abort.signal,
      onProgress: (progress) => set(stateAtom, { phase: 'sending', ...progress }),
    });
    await set(confirmedAtom, entry, reply);
  } catch (error) {
    if (abort.signal.aborted) return void set(stateAtom, { phase: 'idle' });
    if (isOutOfReach(error) && (await set(keepAtom, entry))) return void set(stateAtom, { phase: 'kept' });
    console.warn('publishing failed', error);
    set(stateAtom, { phase: 'failed', failure: failureOf(error) });
  } finally {
    set(alreadyPreparingAtom, false);
  }
});

/** Stops sending; everything stays as typed. */
export const cancelPublishAtom = atom(null, (get) => get(abortAtom)?.abort());

/** Back to a quiet form: leaving the page. */
export const resetPublishAtom = atom(null, (get, set) => {
  get(abortAtom)?.abort();
  set(stateAtom, { phase: 'idle' });
});

const entryAtom = atom(null, async (get, set, file: ShareFile): Promise<WaitingUpload> => {
  const form = get(shareFormAtom);
  const uploadId = await set(uploadKeyAtom, file.reference);
  const gender = form.gender ?? 'Diverse';
  return {
    uploadId,
    reference: file.reference,
    source: get(publishPortsAtom).handoff.readRecordingData()?.file.data ?? null,
    originalName: file.name,
    mimeType: file.type,
    sizeBytes: file.blob.size,
    duration: file.facts?.seconds ?? 0,
    title: form.title.trim(),
    description: form.description.trim(),
    gender,
    // The category travels as a tag, too (S1 §5).
    tags: [...form.tags, gender],
    consentAt: gender === 'Couple' ? form.consentAt : null,
    createdAt: new Date().toISOString(),
  };
});

const confirmedAtom = atom(null, async (_get, set, entry: WaitingUpload, reply: UploadReply) => {
  const { requiresReview, data } = reply;
  set(stateAtom, { phase: 'published', requiresReview, title: entry.title, data });
  set(dropTicketAtom);
  set(putAwayAtom);
  await set(letGoAtom, entry);
});

/** True when the entry is safe on this device. */
const keepAtom = atom(null, async (get, set, entry: WaitingUpload): Promise<boolean> => {
  const { handoff } = get(publishPortsAtom);
  // Bytes that are only in memory would be gone with the page: then the form stays open instead.
  if (!handoff.parseReference(entry.reference)) return false;
  try {
    await set(keepUploadAtom, entry);
  } catch {
    return false;
  }
  set(putAwayAtom);
  return true;
});

/** The form is done with this file. */
const putAwayAtom = atom(null, (get, set) => {
  const { handoff } = get(publishPortsAtom);
  set(clearFormAtom);
  set(forgetShareFileAtom);
  handoff.clearUploadFile();
  handoff.clearRecordingData();
});

function failureOf(error: unknown): PublishFailure {
  if (error instanceof ApiError) return { kind: 'call', code: error.code };
  // Everything before the upload that is not the wire is the engine: hashing or searching.
  if (!(error instanceof UploadError)) return { kind: 'pow' };
  if (error.kind === 'invalid_json') return { kind: 'invalid_json' };
  if (error.code) return { kind: 'call', code: error.code };
  if (error.status > 0) return { kind: 'status', status: error.status, text: error.detail };
  return { kind: 'unknown' };
}
