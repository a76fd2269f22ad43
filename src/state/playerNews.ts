// What the player tells of itself to what comes with listening for longer (order, lock screen, history, timers), which is
// fetched with the first press.
import { type Atom, atom, type WritableAtom } from 'jotai/vanilla';

/**
 * `state` for a new state or track, `position` for a jump or a new length, `preferences` when the account's may have
 * changed; the others as the adapter says them.
 */
export type PlayerNews = 'state' | 'position' | 'time' | 'leaving' | 'online' | 'preferences';

/** What is fetched with the first press. */
export interface Listening {
  startAtom: WritableAtom<null, [], void>;
  hearAtom: WritableAtom<null, [news: PlayerNews], void>;
  /** The next (1) or previous (−1) track. */
  stepAtom: WritableAtom<null, [step: 1 | -1], Promise<void>>;
  /** What follows the end of a track. */
  endAtom: WritableAtom<null, [], void>;
  /** Looked at as long as the app lives: it loads them, and every change of it is news. */
  preferencesAtom: Atom<unknown>;
}
export const listeningAtom = atom<Listening | null>(null);

export const tellAtom = atom(null, (get, set, news: PlayerNews) => {
  const listening = get(listeningAtom);
  if (listening !== null) set(listening.hearAtom, news);
});
