// Signing out, with the reason when it does not work.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { signOutAtom } from '../../state/session.ts';

export type SignOutState = { phase: 'idle' } | { phase: 'sending' } | { phase: 'failed'; code: FailureCode };

const stateAtom = atom<SignOutState>({ phase: 'idle' });
export const signOutStateAtom = atom((get) => get(stateAtom));

/** On success the session changes and the page with it. */
export const trySignOutAtom = atom(null, async (_get, set) => {
  set(stateAtom, { phase: 'sending' });
  try {
    await set(signOutAtom);
    set(stateAtom, { phase: 'idle' });
  } catch (error) {
    set(stateAtom, { phase: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
  }
});
