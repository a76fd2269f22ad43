// Signing out, with the reason when it does not work, and a word before something is lost by it.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { flushWritesAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { signOutAtom } from '../../state/session.ts';

export type SignOutState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  /** So many writes of this account have not reached the server, and would go with the session. */
  | { phase: 'asking'; unsent: number }
  | { phase: 'failed'; code: FailureCode };

const stateAtom = atom<SignOutState>({ phase: 'idle' });
export const signOutStateAtom = atom((get) => get(stateAtom));

/** A server that answers at all takes what waits within this time. */
const PATIENCE_MS = 5000;

/** What waits is sent first; whatever is left then is asked about. */
const unsentAtom = atom(null, async (get, set): Promise<number> => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([set(flushWritesAtom), late]);
  return get(waitingWritesAtom).filter(({ of }) => of !== null).length;
});

/** On success the session changes and the page with it. `anyway` drops what the server does not have yet. */
export const trySignOutAtom = atom(null, async (_get, set, anyway: boolean = false) => {
  set(stateAtom, { phase: 'sending' });
  try {
    const unsent = anyway ? 0 : await set(unsentAtom);
    if (unsent > 0) return set(stateAtom, { phase: 'asking', unsent });
    await set(signOutAtom);
    set(stateAtom, { phase: 'idle' });
  } catch (error) {
    set(stateAtom, { phase: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
  }
});

export const stayAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'idle' }));
