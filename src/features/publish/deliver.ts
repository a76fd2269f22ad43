// Sends a stored upload, in one page of the browser at a time. It continues when the form is left; a second call for
// the same upload does nothing.
import { atom } from 'jotai/vanilla';
import type { UploadReply } from '../../../api/contract/uploads.ts';
import type { UploadProgress } from '../../api/upload.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { lookForUploadsAtom } from '../../state/waitingUploads.ts';
import type { OutboxEntry } from '../../storage/outbox.ts';
import { uploadOf, type WaitingUpload } from './entry.ts';
import { failureOf, isOutOfReach, type PublishFailure } from './failure.ts';
import { dropOutgoingAtom } from './outgoing.ts';
import { publishPortsAtom } from './ports.ts';
import { releaseUploadAtom, sendEntryAtom } from './send.ts';

export interface Delivered {
  upload: WaitingUpload;
  reply: UploadReply;
  /** SHA-256 of the file that was sent, lower-case hex. */
  sha256: string | null;
}

export type Delivery =
  | ({ outcome: 'delivered' } & Delivered)
  /** The server could not be reached; the upload waits. */
  | { outcome: 'unreachable'; failure: PublishFailure }
  /** The person stopped it. */
  | { outcome: 'stopped' }
  /** It is already being sent, in this page or another. */
  | { outcome: 'elsewhere' }
  | { outcome: 'failed'; failure: PublishFailure };

export interface Running {
  abort: AbortController;
  /** Null until the first byte is sent. */
  progress: UploadProgress | null;
}

const runningValueAtom = atom<Readonly<Record<string, Running>>>({});
/** By upload id. */
export const runningAtom = atom((get) => get(runningValueAtom));

export interface DeliverOptions {
  /** The bytes, when the caller has them open; the caller then also stores the results. */
  original?: Blob;
  onProgress?: (progress: UploadProgress) => void;
}

export const deliverAtom = atom(
  null,
  async (get, set, upload: WaitingUpload, options: DeliverOptions = {}): Promise<Delivery> => {
    const id = upload.uploadId;
    if (get(runningValueAtom)[id]) return { outcome: 'elsewhere' };
    const abort = new AbortController();
    set(runningValueAtom, { ...get(runningValueAtom), [id]: { abort, progress: null } });
    let delivery = { outcome: 'elsewhere' } as Delivery;
    try {
      await get(statePortsAtom).outbox.asOnlySender(`upload-${id}`, async () => {
        delivery = await set(sendAtom, upload, abort, options);
      });
    } finally {
      const { [id]: _done, ...others } = get(runningValueAtom);
      set(runningValueAtom, others);
    }
    await set(lookForUploadsAtom);
    return delivery;
  },
);

/** Ends sending when another page removes or pauses the stored upload. Answers the end of that. */
const stopWithEntryAtom = atom(null, async (get, _set, id: string, abort: AbortController) => {
  const { list } = get(statePortsAtom).outbox;
  const find = async () => (await list('uploads')).find((entry) => entry.id === id);
  // One that is only in memory is in no list.
  if (!(await find().catch(() => undefined))) return () => undefined;
  const look = (entry: OutboxEntry | undefined) => {
    if (!entry || uploadOf(entry).held) abort.abort(new DOMException('elsewhere', 'AbortError'));
  };
  return get(publishPortsAtom).tabs.watch(() => void find().then(look, () => undefined));
});

const sendAtom = atom(
  null,
  async (
    get,
    set,
    upload: WaitingUpload,
    abort: AbortController,
    { original: given, onProgress: onCallerProgress }: DeliverOptions,
  ): Promise<Delivery> => {
    const { handoff, device } = get(publishPortsAtom);
    const { signal } = abort;
    const onProgress = (progress: UploadProgress) => {
      set(runningValueAtom, { ...get(runningValueAtom), [upload.uploadId]: { abort, progress } });
      onCallerProgress?.(progress);
    };
    let original: Blob | null = given ?? null;
    let isDelivered = false;
    const unwatch = await set(stopWithEntryAtom, upload.uploadId, abort);
    try {
      original ??= await handoff.openReference(upload.reference);
      const { reply, sha256 } = await set(sendEntryAtom, { upload, original, signal, onProgress });
      isDelivered = true;
      device.count(upload.duration, sha256);
      await set(releaseUploadAtom, upload);
      return { outcome: 'delivered', upload, reply, sha256 };
    } catch (error) {
      if (signal.aborted) return { outcome: 'stopped' };
      if (isOutOfReach(error)) return { outcome: 'unreachable', failure: failureOf(error) };
      console.warn('upload refused', error);
      return { outcome: 'failed', failure: failureOf(error) };
    } finally {
      unwatch();
      if (original && (isDelivered || !given)) set(dropOutgoingAtom, original);
    }
  },
);
