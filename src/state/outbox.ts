// Writes on their way: shown at once, kept on this device until the server has answered.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Actions, WriteName } from '../../api/contract/actions.ts';
import { newId } from '../lib/ids.ts';
import type { OutboxEntry } from '../storage/outbox.ts';
import { accountOf, identityAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';
import { flushWritesAtom } from './sendingWrites.ts';
import { listAtom, setWaitingAtom, storeAtom, waitingWritesAtom } from './waitingWrites.ts';
import { slotOf } from './writes.ts';

export { flushWritesAtom, type Refusal, refusalsAtom } from './sendingWrites.ts';
export { endAtom, setWaitingAtom, storeAtom, waitingWritesAtom } from './waitingWrites.ts';

/** What the caller knows of a write: its id, when it was first tried, until when it may be taken back. */
type Known = Partial<Pick<OutboxEntry, 'id' | 'triedAt' | 'notBefore'>>;

/** Shows the write at once and sends it as soon as it goes; resolves when it is safe on this device. */
export const sendWriteAtom = atom(
  null,
  async <N extends WriteName>(
    get: Getter,
    set: Setter,
    action: N,
    body: Actions[N]['body'],
    known: Known = {},
  ): Promise<void> => {
    const before = get(waitingWritesAtom);
    const identity = get(identityAtom);
    const entry: OutboxEntry = {
      id: newId(),
      lane: 'writes',
      action,
      body,
      of: accountOf(identity ?? get(statePortsAtom).owner.identity()),
      at: Math.max(Date.now(), (before.at(-1)?.at ?? 0) + 1),
      triedAt: null,
      keeps: [],
      ...known,
    };
    const slot = slotOf(entry);
    const replaced = before.filter(
      (each) => slot !== undefined && each.triedAt === null && slotOf(each) === slot,
    );
    set(setWaitingAtom, [...before.filter((each) => !replaced.includes(each)), entry]);
    const { outbox } = get(statePortsAtom);
    await Promise.all([
      set(storeAtom, entry),
      ...replaced.map(({ id }) => outbox.remove(id).catch(() => undefined)),
    ]);
    void set(flushWritesAtom);
  },
);

/** Another account is here now: what the one before had not sent waits, unseen, until that account is here again. */
export const showOwnWritesAtom = atom(null, async (_get, set) => {
  await set(listAtom);
  await set(flushWritesAtom);
});
