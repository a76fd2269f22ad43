// Uploads that wait for the server, and sending them when it is there again: one at a time, oldest first.
import { atom } from 'jotai/vanilla';
import { StorageError } from '../../storage/errors.ts';
import type { OutboxEntry } from '../../storage/outbox.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { isOutOfReach, letGoAtom, sendEntryAtom } from './send.ts';
import { leaveTicketAtom } from './ticket.ts';

const entriesAtom = atom<OutboxEntry[]>([]);
export const outboxAtom = atom((get) => get(entriesAtom));
const flushingAtom = atom(false);
export const isFlushingAtom = atom((get) => get(flushingAtom));

export const refreshOutboxAtom = atom(null, async (get, set) => {
  set(
    entriesAtom,
    await get(publishPortsAtom)
      .outbox.list()
      .catch(() => []),
  );
});

/** Sends what waits, in one page of the browser at a time. */
export const flushOutboxAtom = atom(null, async (get, set) => {
  // The form's own ticket comes first.
  if (get(flushingAtom) || get(shareFileAtom).phase === 'ready') return;
  set(flushingAtom, true);
  try {
    await get(publishPortsAtom).outbox.asOnlySender(() => set(sendWaitingAtom));
  } finally {
    set(flushingAtom, false);
    await set(refreshOutboxAtom);
  }
});

/** Stops at the first that finds no server. An entry the server refuses stays, to be looked at. */
const sendWaitingAtom = atom(null, async (get, set) => {
  await set(refreshOutboxAtom);
  const { handoff, outbox } = get(publishPortsAtom);
  const { signal } = new AbortController();
  for (const entry of get(entriesAtom)) {
    try {
      const file = await handoff.openReference(entry.reference);
      await set(sendEntryAtom, { entry, file, signal, onProgress: () => undefined });
      await set(letGoAtom, entry);
    } catch (error) {
      // The bytes are gone: there is nothing left to send.
      if (error instanceof StorageError && error.code === 'not_found') await outbox.remove(entry.uploadId);
      else if (isOutOfReach(error)) break;
      else console.warn('a waiting upload was refused', error);
    } finally {
      set(leaveTicketAtom);
    }
  }
});
