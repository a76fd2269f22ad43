// The writes that wait: what this page shows of them, and what the disk of this device has.
import { atom } from 'jotai/vanilla';
import type { OutboxEntry } from '../storage/outbox.ts';
import type { Sent } from './drain.ts';
import { pendingChangesAtom } from './entities.ts';
import { accountOf, identityAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';
import { shownBy } from './writes.ts';

const waitingAtom = atom<readonly OutboxEntry[]>([]);
/** Writes on their way, oldest first. */
export const waitingWritesAtom = atom((get) => get(waitingAtom));

/** What waits, as the disk has it. */
export const setWaitingAtom = atom(null, (_get, set, entries: readonly OutboxEntry[]) => {
  set(waitingAtom, entries);
  set(pendingChangesAtom, entries.flatMap(shownBy));
});

/** Ids that are not, or not yet, on this device's disk. */
const unstoredAtom = atom(() => new Set<string>());

/** Other pages of this browser add and send, too: the disk tells, and what it could not take is remembered here. */
export const listAtom = atom(null, async (get, set): Promise<readonly OutboxEntry[]> => {
  const stored = await get(statePortsAtom)
    .outbox.list('writes')
    .catch(() => []);
  const ids = new Set(stored.map(({ id }) => id));
  const unstored = get(waitingAtom).filter(({ id }) => get(unstoredAtom).has(id) && !ids.has(id));
  const identity = get(identityAtom);
  const isShown = ({ of }: OutboxEntry) => of === null || identity === null || of === accountOf(identity);
  set(
    setWaitingAtom,
    [...stored, ...unstored].filter(isShown).sort((a, b) => a.at - b.at),
  );
  return get(waitingAtom);
});

/** Keeps an entry on this device; one that it cannot take stays in memory. */
export const storeAtom = atom(null, async (get, _set, entry: OutboxEntry) => {
  const unstored = get(unstoredAtom).add(entry.id);
  await get(statePortsAtom)
    .outbox.put(entry)
    .then(
      () => unstored.delete(entry.id),
      (error: unknown) => console.warn('a write is kept in memory only', error),
    );
});

/** It waits no more. */
export const endAtom = atom(null, (get, set, { id }: OutboxEntry): Sent => {
  get(unstoredAtom).delete(id);
  set(
    setWaitingAtom,
    get(waitingAtom).filter((each) => each.id !== id),
  );
  return 'done';
});
