// Uploads that wait for the server, and sending them when it is there again: one at a time, oldest first.
import { atom } from 'jotai/vanilla';
import { drain, type Sent } from '../../state/drain.ts';
import { accountOf, identityAtom } from '../../state/identity.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { StorageError } from '../../storage/errors.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { isOutOfReach, letGoAtom, sendEntryAtom, type WaitingUpload } from './send.ts';
import { leaveTicketAtom } from './ticket.ts';

const entriesAtom = atom<WaitingUpload[]>([]);
export const outboxAtom = atom((get) => get(entriesAtom));
const flushingAtom = atom(false);
export const isFlushingAtom = atom((get) => get(flushingAtom));

/** Keeps an upload on this device until the server confirms it. Rejects when the device cannot. */
export const keepUploadAtom = atom(null, (get, _set, body: WaitingUpload): Promise<void> => {
  const keeps = body.source === null ? [body.reference] : [body.reference, body.source];
  const identity = get(identityAtom);
  return get(statePortsAtom).outbox.put({
    id: body.uploadId,
    lane: 'uploads',
    action: 'upload',
    body,
    of: identity === null ? null : accountOf(identity),
    at: Date.parse(body.createdAt),
    triedAt: null,
    keeps,
  });
});

const listAtom = atom(null, async (get, set) => {
  const entries = await get(statePortsAtom).outbox.list('uploads');
  set(
    entriesAtom,
    entries.map(({ body }) => body as WaitingUpload),
  );
  return entries;
});

export const refreshOutboxAtom = atom(null, async (_get, set) => {
  await set(listAtom).catch(() => set(entriesAtom, []));
});

/** Sends what waits, in one page of the browser at a time. */
export const flushOutboxAtom = atom(null, async (get, set) => {
  // The form's own ticket comes first.
  if (get(flushingAtom) || get(shareFileAtom).phase === 'ready') return;
  set(flushingAtom, true);
  try {
    await drain(get(statePortsAtom).outbox, {
      lane: 'uploads',
      list: () => set(listAtom),
      send: ({ body }) => set(sendWaitingAtom, body as WaitingUpload),
    });
  } finally {
    set(flushingAtom, false);
    await set(refreshOutboxAtom);
  }
});

/** Stops when there is no server. An entry the server refuses stays, to be looked at. */
const sendWaitingAtom = atom(null, async (get, set, entry: WaitingUpload): Promise<Sent> => {
  const { signal } = new AbortController();
  try {
    const file = await get(publishPortsAtom).handoff.openReference(entry.reference);
    await set(sendEntryAtom, { entry, file, signal, onProgress: () => undefined });
    await set(letGoAtom, entry);
    return 'done';
  } catch (error) {
    // The bytes are gone: there is nothing left to send.
    if (error instanceof StorageError && error.code === 'not_found') return 'done';
    if (isOutOfReach(error)) return 'stop';
    console.warn('a waiting upload was refused', error);
    return 'stays';
  } finally {
    set(leaveTicketAtom);
  }
});
