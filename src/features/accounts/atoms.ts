// Signing in, with the reason when it does not work.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { signInAtom } from '../../state/session.ts';

export type LoginState = { phase: 'idle' } | { phase: 'sending' } | { phase: 'failed'; code: FailureCode };

const stateAtom = atom<LoginState>({ phase: 'idle' });
export const loginAtom = atom((get) => get(stateAtom));

/** On success the session changes and the page with it. */
export const tryLoginAtom = atom(
  null,
  async (_get, set, credentials: { username: string; password: string }) => {
    set(stateAtom, { phase: 'sending' });
    try {
      await set(signInAtom, credentials);
      set(stateAtom, { phase: 'idle' });
    } catch (error) {
      set(stateAtom, { phase: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
    }
  },
);
