// Uploads that this device still has to send. The frame shows their number; `features/publish` knows their content.
import { atom } from 'jotai/vanilla';
import type { OutboxEntry } from '../storage/outbox.ts';
import { statePortsAtom } from './ports.ts';

const entriesAtom = atom<readonly OutboxEntry[]>([]);
/** Oldest first. */
export const waitingUploadsAtom = atom((get) => get(entriesAtom));

/** Reads them from the disk again; none when it cannot be read. */
export const lookForUploadsAtom = atom(null, async (get, set): Promise<readonly OutboxEntry[]> => {
  const entries = await get(statePortsAtom)
    .outbox.list('uploads')
    .catch(() => []);
  set(entriesAtom, entries);
  return entries;
});
