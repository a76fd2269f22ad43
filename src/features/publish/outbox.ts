// Uploads that wait on this device and are sent, oldest first, when the server can be reached. An upload that is refused
// for good stays with the reason until the person changes, sends or removes it.
import { atom } from 'jotai/vanilla';
import type { UploadProgress } from '../../api/upload.ts';
import { accountOf, identityAtom, isGuest } from '../../state/identity.ts';
import { isOffline } from '../../state/online.ts';
import { drain, type Sent } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { loadSessionAtom } from '../../state/session.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../../state/waitingUploads.ts';
import type { OutboxEntry } from '../../storage/outbox.ts';
import { type Delivered, type Delivery, deliverAtom, runningAtom } from './deliver.ts';
import {
  type CurrentUser,
  stateOf,
  toEntry,
  type UploadState,
  uploadOf,
  type WaitingUpload,
} from './entry.ts';
import { mayPass } from './failure.ts';
import { limitEndAtom } from './uploadLimit.ts';

const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;

export interface OutboxItem {
  upload: WaitingUpload;
  state: UploadState;
  /** Null while it is not being sent. */
  progress: UploadProgress | null;
}

/** Just removed; the removal can be undone. */
const hiddenAtom = atom<readonly string[]>([]);
export const hideUploadAtom = atom(null, (get, set, id: string, isHidden: boolean) => {
  const others = get(hiddenAtom).filter((each) => each !== id);
  set(hiddenAtom, isHidden ? [...others, id] : others);
});

const onFormAtom = atom<string | null>(null);
/** The upload whose form is open; it is not sent automatically meanwhile. */
export const uploadOnFormAtom = atom(
  (get) => get(onFormAtom),
  (get, set, id: string | null) => {
    const before = get(onFormAtom);
    set(onFormAtom, id);
    if (before !== null && before !== id) void set(flushOutboxAtom);
  },
);

const hereAtom = atom((get): CurrentUser | null => {
  const identity = get(identityAtom);
  if (identity === null) return null;
  return { account: accountOf(identity) ?? '', isGuest: isGuest(identity) };
});

/** Share of the bytes that the server has, 0 … 1. */
export const sentShare = ({ progress }: OutboxItem): number =>
  progress !== null && progress.totalBytes > 0 ? progress.sentBytes / progress.totalBytes : 0;

/** Oldest first. */
export const outboxAtom = atom((get): OutboxItem[] => {
  const hidden = get(hiddenAtom);
  const running = get(runningAtom);
  const here = get(hereAtom);
  return get(waitingUploadsAtom)
    .filter(({ id }) => !hidden.includes(id))
    .map((entry) => {
      const now = running[entry.id];
      const state = now ? 'sending' : stateOf(entry, here, Date.now());
      return { upload: uploadOf(entry), state, progress: now?.progress ?? null };
    });
});

/** Uploads that arrived while their form was closed; the frame says so once. */
export const arrivedAtom = atom<readonly Delivered[]>([]);

/** Keeps an upload on this device until the server confirms it. Rejects when the device cannot. */
export const keepUploadAtom = atom(null, async (get, set, upload: WaitingUpload): Promise<void> => {
  const here = get(hereAtom);
  const body = { ...upload, byGuest: here?.isGuest ?? false };
  await get(statePortsAtom).outbox.put(toEntry(body, here?.account || null));
  await set(lookForUploadsAtom);
});

/** Changes a stored upload; does nothing when it was removed. */
export const changeUploadAtom = atom(
  null,
  async (get, set, id: string, change: Partial<WaitingUpload>): Promise<WaitingUpload | null> => {
    const entry = (await set(lookForUploadsAtom)).find((each) => each.id === id);
    if (!entry) return null;
    const body = { ...uploadOf(entry), ...change };
    await get(statePortsAtom)
      .outbox.put({ ...entry, body })
      .catch(() => undefined);
    await set(lookForUploadsAtom);
    return body;
  },
);

/** Stores the result of an attempt made while the form was closed. */
export const settleAtom = atom(null, async (get, set, id: string, delivery: Delivery): Promise<void> => {
  if (delivery.outcome === 'delivered') set(arrivedAtom, [...get(arrivedAtom), delivery]);
  if (delivery.outcome !== 'failed' && delivery.outcome !== 'unreachable') return;
  const { failure } = delivery;
  await set(changeUploadAtom, id, { failure, held: mayPass(failure) ? null : 'refused' });
});

interface Turn {
  running: boolean;
  /** Requested while a run was active, which may have started before the network came back. */
  again: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}
const turnAtom = atom((): Turn => ({ running: false, again: false, failures: 0, timer: undefined }));

/** Sends waiting uploads, and retries by itself while one may still succeed. */
export const flushOutboxAtom = atom(null, (_get, set): Promise<void> => set(turnOnceAtom));

/** Separate from the flush, because a Jotai action cannot set itself. */
const turnOnceAtom = atom(null, async (get, set): Promise<void> => {
  const turn = get(turnAtom);
  turn.again = turn.running;
  if (turn.running) return;
  clearTimeout(turn.timer);
  turn.running = true;
  try {
    const entries = await set(lookForUploadsAtom);
    // Coming back online triggers another run.
    if (entries.length === 0 || isOffline()) return;
    // Uploads are sent only once it is certain who is signed in.
    if (get(identityAtom) === null && entries.some(({ of }) => of !== null)) await set(loadSessionAtom);
    await drain(get(statePortsAtom).outbox, {
      lane: 'uploads',
      list: () => set(lookForUploadsAtom),
      send: (entry) => set(sendWaitingAtom, entry),
    });
    const isLeft = get(outboxAtom).some(({ state }) => state === 'waiting');
    const held = get(limitEndAtom) - Date.now();
    turn.failures = isLeft && !turn.again && held <= 0 ? turn.failures + 1 : 0;
    const pause = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (turn.failures - 1));
    const wait = turn.again ? 0 : held > 0 ? held + 1 : pause;
    if (isLeft) turn.timer = setTimeout(() => void set(flushOutboxAtom), wait);
  } finally {
    turn.running = false;
  }
});

const sendWaitingAtom = atom(null, async (get, set, entry: OutboxEntry): Promise<Sent> => {
  if (entry.of !== null && get(identityAtom) === null) return 'stop';
  // The server would refuse it as well.
  if (get(limitEndAtom) > Date.now()) return 'stop';
  const isDue = stateOf(entry, get(hereAtom), Date.now()) === 'waiting';
  if (!isDue || get(hiddenAtom).includes(entry.id) || get(onFormAtom) === entry.id) return 'stays';
  const delivery = await set(deliverAtom, uploadOf(entry));
  await set(settleAtom, entry.id, delivery);
  if (delivery.outcome === 'delivered') return 'done';
  return delivery.outcome === 'unreachable' ? 'stop' : 'stays';
});
