// Writes on their way: shown at once, stored on this device until the server has answered. One page of the browser sends at a
// time, in order, again after a pause and under the same key when an answer was lost; a refused write is taken back.

import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Actions, WriteName } from '../../api/contract/actions.ts';
import type { FieldProblem } from '../../api/contract/errors.ts';
import { IDEMPOTENCY_KEY_MS } from '../../api/contract/idempotency.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import { newId } from '../lib/ids.ts';
import type { Lane, OutboxEntry } from '../storage/outbox.ts';
import { confirmChangeAtom, pendingChangesAtom, removeRowAtom } from './entities.ts';
import { accountOf, identityAtom } from './identity.ts';
import { isOffline } from './online.ts';
import { type StatePorts, statePortsAtom } from './ports.ts';
import { invalidateAtom } from './registry.ts';
import { type AnyBody as Body, ruleOf, shownBy, slotOf } from './writes.ts';

/** Result for one entry: `done` removes it, `stays` leaves it, `stop` ends sending for now. */
export type Sent = 'done' | 'stays' | 'stop';

interface LaneRule {
  lane: Lane;
  /** Called again before each entry, because pages add entries meanwhile. */
  list: () => Promise<readonly OutboxEntry[]>;
  send: (entry: OutboxEntry) => Promise<Sent>;
}

/** Sends one lane in order. True when every entry was tried; false when sending stopped or another page is sending. */
export async function drain(outbox: StatePorts['outbox'], { lane, list, send }: LaneRule): Promise<boolean> {
  let stopped = false;
  const isSender = await outbox.asOnlySender(lane, async () => {
    const looked = new Set<string>();
    while (!stopped) {
      const entry = (await list()).find(({ id }) => !looked.has(id));
      if (!entry) return;
      looked.add(entry.id);
      const sent = await send(entry);
      if (sent === 'done') await outbox.remove(entry.id).catch(() => undefined);
      stopped = sent === 'stop';
    }
  });
  return isSender && !stopped;
}

const waitingAtom = atom<readonly OutboxEntry[]>([]);
/** Writes on their way, oldest first. */
export const waitingWritesAtom = atom((get) => get(waitingAtom));

/** Replaces the waiting writes. */
export const setWaitingAtom = atom(null, (_get, set, entries: readonly OutboxEntry[]) => {
  set(waitingAtom, entries);
  set(pendingChangesAtom, entries.flatMap(shownBy));
});

/** Ids that are not, or not yet, on this device's disk. */
const unstoredAtom = atom(() => new Set<string>());

/** Reads the waiting writes from the disk, where other pages add and remove, and adds those that the disk refused. */
const listAtom = atom(null, async (get, set): Promise<readonly OutboxEntry[]> => {
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

/** Stores an entry on this device; when that fails it stays in memory. */
export const storeAtom = atom(null, async (get, _set, entry: OutboxEntry) => {
  const unstored = get(unstoredAtom).add(entry.id);
  await get(statePortsAtom)
    .outbox.put(entry)
    .then(
      () => unstored.delete(entry.id),
      (error: unknown) => console.warn('a write is in memory only', error),
    );
});

/** Ends the waiting of an entry. */
export const endAtom = atom(null, (get, set, { id }: OutboxEntry): Sent => {
  get(unstoredAtom).delete(id);
  set(
    setWaitingAtom,
    get(waitingAtom).filter((each) => each.id !== id),
  );
  return 'done';
});

/** A write that the server fails at for this long is given up, so that those behind it can go. */
const FAULT_LASTS_MS = 15 * 60_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Codes after which the same write may succeed later. */
const LATER: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'offline',
  'captive_portal',
  'bad_reply',
  'busy',
  'idempotency_key_in_flight',
  'rate_limited',
  'too_slow',
  'storage_full',
  'store_unreachable',
  'inspection_unavailable',
  'internal',
]);

/** A write that the server refused; its change is no longer shown. */
export interface Refusal {
  action: string;
  body: unknown;
  code: ApiErrorCode;
  /** The field that the server refused. */
  at: FieldProblem | null;
}

/** Refused writes of this visit, newest last; writing replaces the list. */
export const refusalsAtom = atom<readonly Refusal[]>([]);

/** Sends the waiting writes; call it at the start, when the network is back and after a sign-in. */
export const flushWritesAtom = atom(null, (_get, set): Promise<void> => set(turnOnceAtom));

const turnOnceAtom = atom(null, async (get, set): Promise<void> => {
  const turn = get(turnAtom);
  turn.again = turn.running;
  if (turn.running) return;
  turn.running = true;
  clearTimeout(turn.timer);
  const isDone = await drain(get(statePortsAtom).outbox, {
    lane: 'writes',
    list: () => set(listAtom),
    send: (entry) => set(sendEntryAtom, entry),
  }).catch(() => false);
  turn.running = false;
  if (turn.again) return set(flushWritesAtom);
  turn.failures = isDone ? 0 : turn.failures + 1;
  if (isDone) return;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (turn.failures - 1));
  turn.timer = setTimeout(() => void set(flushWritesAtom), wait);
});

interface Turn {
  running: boolean;
  again: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}
const turnAtom = atom((): Turn => ({ running: false, again: false, failures: 0, timer: undefined }));

/** This visit has made a guest account that the session has not reported yet. */
const isGuestAtom = atom(false);

/**
 * A visitor becomes a guest before the first write, because the server recognises a repeat only within a session. Answers
 * whether to go on; an older server makes the guest with the write.
 */
const becomeGuestAtom = atom(null, async (get, set): Promise<boolean> => {
  if (get(identityAtom) !== '' || get(isGuestAtom)) return true;
  try {
    await get(statePortsAtom).write('becomeGuest', {});
    set(isGuestAtom, true);
    return true;
  } catch (error) {
    return !(error instanceof ApiError && LATER.has(error.code));
  }
});

const sendEntryAtom = atom(null, async (get, set, entry: OutboxEntry): Promise<Sent> => {
  const { action, body, of, triedAt, notBefore = 0 } = entry;
  const remaining = notBefore - Date.now();
  if (remaining > 0) {
    setTimeout(() => void set(flushWritesAtom), remaining);
    return 'stays';
  }
  // Without a network nothing was tried, so the age limit of the key does not start.
  if (isOffline()) return 'stop';
  const identity = get(identityAtom);
  // The account must be confirmed before anything is sent in its name.
  if (of !== null && identity === null) {
    set(invalidateAtom, 'session');
    return 'stop';
  }
  // Another account is here: the write waits for its own.
  if (of !== null && of !== accountOf(identity ?? '')) return 'stays';
  // The server has deleted the key by now: a repeat could take effect twice.
  if (triedAt !== null && Date.now() - triedAt > IDEMPOTENCY_KEY_MS) return set(refuseAtom, entry, 'offline');
  if (of === null && !(await set(becomeGuestAtom))) return 'stop';
  if (triedAt === null) {
    const tried = { ...entry, triedAt: Date.now() };
    set(
      setWaitingAtom,
      get(waitingWritesAtom).map((each) => (each.id === entry.id ? tried : each)),
    );
    await set(storeAtom, tried);
  }
  try {
    const { write } = get(statePortsAtom);
    const answer = await write(action as WriteName, body as Body, { idempotencyKey: entry.id });
    for (const each of shownBy(entry)) set(confirmChangeAtom, each);
    const rule = ruleOf(action);
    for (const each of rule?.settles?.(answer as never, body as Body) ?? []) set(confirmChangeAtom, each);
    for (const id of rule?.removes?.(body as Body) ?? []) set(removeRowAtom, 'comments', id);
    for (const tag of rule?.tags?.(body as Body) ?? []) set(invalidateAtom, tag);
    return set(endAtom, entry);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal';
    console.warn(`${action} did not go through`, error);
    const isFault = code === 'internal' && triedAt !== null && Date.now() - triedAt > FAULT_LASTS_MS;
    const at = error instanceof ApiError ? error.at : null;
    return LATER.has(code) && !isFault ? 'stop' : set(refuseAtom, entry, code, at);
  }
});

const refuseAtom = atom(
  null,
  (get, set, entry: OutboxEntry, code: ApiErrorCode, at: FieldProblem | null = null): Sent => {
    const { action, body } = entry;
    set(refusalsAtom, [...get(refusalsAtom), { action, body, code, at }]);
    return set(endAtom, entry);
  },
);

/** Given by the caller: id, time of the first attempt, time until which it may be undone. */
type Known = Partial<Pick<OutboxEntry, 'id' | 'triedAt' | 'notBefore'>>;

/** Shows the write at once and sends it as soon as possible; resolves when it is stored on this device. */
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

/** Call after a change of account: the previous account's unsent writes wait, hidden, until it returns. */
export const showOwnWritesAtom = atom(null, async (_get, set) => {
  await set(listAtom);
  await set(flushWritesAtom);
});
