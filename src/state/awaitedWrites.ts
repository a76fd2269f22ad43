// Writes that the outbox holds back: those that the user may still undo, and those whose answer the caller waits for. Both are
// on this device before they leave, so a page that ends loses nothing.

import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Actions, AnswerOf, WriteName } from '../../api/contract/actions.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import { newId } from '../lib/ids.ts';
import { isOffline } from './online.ts';
import {
  endAtom,
  flushWritesAtom,
  sendWriteAtom,
  setWaitingAtom,
  storeAtom,
  waitingWritesAtom,
} from './outbox.ts';
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

/** Sends a delayed write now: it can no longer be undone. */
export const releaseWriteAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const waiting = get(waitingWritesAtom);
  const delayed = waiting.find((each) => each.id === id);
  if (!delayed) return;
  const entry = { ...delayed, notBefore: 0 };
  const released = waiting.map((each) => (each.id === id ? entry : each));
  set(setWaitingAtom, released);
  await set(storeAtom, entry);
  await set(flushWritesAtom);
});

/** How long the adapter waits for the answer to a write that may be repeated. */
const AWAITED_MS = 20_000;
/** Codes that say that the app's server has not answered. */
const UNANSWERED: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'offline',
  'captive_portal',
  'bad_reply',
]);

/** The last refused write of an action and its key, so that trying again has no second effect. */
const triedAtom = atom<Readonly<Record<string, { words: string; id: string; at: number }>>>({});

const underWayAtom = atom<ReadonlySet<string>>(new Set<string>());
/** Ids of waiting writes whose answer a caller is waiting for; no notice shows them. */
export const awaitedIdsAtom = atom((get) => get(underWayAtom));

const forgetAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const entry = get(waitingWritesAtom).find((each) => each.id === id);
  if (entry) set(endAtom, entry);
  await get(statePortsAtom)
    .outbox.remove(id)
    .catch(() => undefined);
});

/** The answer, or null when it waits on this device. Throws `ApiError` when the server refused; then nothing is stored. */
export const sendAwaitedAtom = atom(
  null,
  async <N extends WriteName>(
    get: Getter,
    set: Setter,
    action: N,
    body: Actions[N]['body'],
  ): Promise<AnswerOf<N> | null> => {
    const words = JSON.stringify(body);
    const before = get(triedAtom)[action];
    const now = Date.now();
    const isAgain = before?.words === words;
    const { id, at } = isAgain ? before : { id: newId(), at: now };
    const remember = (tried: { words: string; id: string; at: number } | null) => {
      const { [action]: _before, ...others } = get(triedAtom);
      set(triedAtom, tried === null ? others : { ...others, [action]: tried });
    };
    if (isOffline()) {
      remember(null);
      await set(sendWriteAtom, action, body, { id, triedAt: isAgain ? at : null });
      return null;
    }
    remember({ words, id, at });
    set(underWayAtom, new Set(get(underWayAtom)).add(id));
    try {
      // The outbox does not send it while an answer may come.
      await set(sendWriteAtom, action, body, { id, triedAt: at, notBefore: now + AWAITED_MS });
      const answer = await get(statePortsAtom).write(action, body, { idempotencyKey: id });
      remember(null);
      await set(forgetAtom, id);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && UNANSWERED.has(error.code)) {
        remember(null);
        void set(releaseWriteAtom, id);
        return null;
      }
      await set(forgetAtom, id);
      throw error;
    } finally {
      const others = new Set(get(underWayAtom));
      others.delete(id);
      set(underWayAtom, others);
    }
  },
);
