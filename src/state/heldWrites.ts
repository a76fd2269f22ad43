// Writes that may still be taken back: shown at once, kept on this device, sent when nobody can want them undone.
import { atom } from 'jotai/vanilla';
import { endAtom, flushWritesAtom, setWaitingAtom, storeAtom, waitingWritesAtom } from './outbox.ts';
import { statePortsAtom } from './ports.ts';

/** Takes back a write that was never sent; nothing happens to one that was. */
export const cancelWriteAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const entry = get(waitingWritesAtom).find((each) => each.id === id);
  if (entry?.triedAt !== null) return;
  set(endAtom, entry);
  await get(statePortsAtom)
    .outbox.remove(id)
    .catch(() => undefined);
});

/** Nobody will take it back any more: it is sent now. */
export const releaseWriteAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const waiting = get(waitingWritesAtom);
  const held = waiting.find((each) => each.id === id);
  if (!held) return;
  const entry = { ...held, notBefore: 0 };
  const released = waiting.map((each) => (each.id === id ? entry : each));
  set(setWaitingAtom, released);
  await set(storeAtom, entry);
  await set(flushWritesAtom);
});
