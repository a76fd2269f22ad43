// Uploads that this device still has to send. The frame shows that there are some; what they are knows publishing.
import { atom } from 'jotai/vanilla';
import type { OutboxEntry } from '../storage/outbox.ts';
import { statePortsAtom } from './ports.ts';

const entriesAtom = atom<readonly OutboxEntry[]>([]);
/** Oldest first. */
export const waitingUploadsAtom = atom((get) => get(entriesAtom));

/** Looks at the disk again; one that cannot be read has nothing to show. */
export const lookForUploadsAtom = atom(null, async (get, set): Promise<readonly OutboxEntry[]> => {
  const entries = await get(statePortsAtom)
    .outbox.list('uploads')
    .catch(() => []);
  set(entriesAtom, entries);
  return entries;
});
