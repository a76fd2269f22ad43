// Decisions that wait ten seconds on this device, so that they can be undone: a server that undid them would have notified others
// already. Until then they are in the outbox. A closing page sends them under the same key, so that none is lost or applied twice.
import { atom, type Setter } from 'jotai/vanilla';
import type { WriteName } from '../../api/contract/actions.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import { newId } from '../lib/ids.ts';
import { cancelWriteAtom, releaseWriteAtom } from './awaitedWrites.ts';
import { sendWriteAtom } from './outbox.ts';
import { statePortsAtom } from './ports.ts';
import type { AnyBody } from './writes.ts';

/** How long a decision can be undone, milliseconds. */
const UNDO_MS = 10_000;
/** The outbox sends a decision this long after its undo time, milliseconds: the page was closed. */
const ORPHANED_MS = 5000;

/** Temporary failures: the outbox sends the decision later. */
const LATER: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'offline',
  'captive_portal',
  'bad_reply',
  'busy',
  'rate_limited',
  'too_slow',
  'idempotency_key_in_flight',
]);

export interface HeldWrite<About> {
  /** The entry in the outbox, and the key of the write. */
  id: string;
  action: WriteName;
  body: AnyBody;
  about: About;
  isSending: boolean;
  timer: ReturnType<typeof setTimeout>;
}

interface Ends<About, Answer> {
  onSent: (set: Setter, about: About, answer: Answer) => void;
  onRefused: (set: Setter, about: About, code: ApiErrorCode) => void;
  /** The outbox sends it once the server is reachable. */
  onLater?: (set: Setter, about: About) => void;
}

/** Decisions of one kind, each about something. */
export function createHeldWrites<About, Answer = unknown>({
  onSent,
  onRefused,
  onLater,
}: Ends<About, Answer>) {
  const stateAtom = atom<readonly HeldWrite<About>[]>([]);

  const forgetAtom = atom(null, (get, set, id: string) =>
    set(
      stateAtom,
      get(stateAtom).filter((each) => each.id !== id),
    ),
  );

  const sendAtom = atom(null, async (get, set, id: string, keepalive: boolean = false): Promise<void> => {
    const held = get(stateAtom).find((each) => each.id === id);
    if (!held || held.isSending) return;
    clearTimeout(held.timer);
    set(
      stateAtom,
      get(stateAtom).map((each) => (each.id === id ? { ...each, isSending: true } : each)),
    );
    const { action, body, about } = held;
    try {
      const options = { idempotencyKey: id, keepalive };
      const { data } = await get(statePortsAtom).write(action, body as never, options);
      onSent(set, about, data as Answer);
    } catch (error) {
      console.warn(`${action} failed`, error);
      const code = error instanceof ApiError ? error.code : 'internal';
      if (LATER.has(code)) {
        set(forgetAtom, id);
        onLater?.(set, about);
        return set(releaseWriteAtom, id);
      }
      onRefused(set, about, code);
    }
    await set(cancelWriteAtom, id);
    set(forgetAtom, id);
  });

  return {
    /** Oldest first; those that are being sent included. */
    heldAtom: atom((get) => get(stateAtom)),

    holdAtom: atom(null, (get, set, action: WriteName, body: AnyBody, about: About) => {
      const id = newId();
      const timer = setTimeout(() => void set(sendAtom, id), UNDO_MS);
      set(stateAtom, [...get(stateAtom), { id, action, body, about, isSending: false, timer }]);
      void set(sendWriteAtom, action, body as never, { id, notBefore: Date.now() + UNDO_MS + ORPHANED_MS });
    }),

    /** Undoes the last one that was not sent; returns what it is about. */
    undoAtom: atom(null, (get, set): About | null => {
      const last = get(stateAtom).findLast(({ isSending }) => !isSending);
      if (!last) return null;
      clearTimeout(last.timer);
      void set(cancelWriteAtom, last.id);
      set(forgetAtom, last.id);
      return last.about;
    }),

    /** Sends all at once, because the page closes. */
    sendAllAtom: atom(null, (get, set) => {
      for (const { id } of get(stateAtom)) void set(sendAtom, id, true);
    }),
  };
}
