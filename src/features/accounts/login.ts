// Signing in, with the reason of a failure and the question whether to keep a guest's content.
import { atom } from 'jotai/vanilla';
import type { GuestRows } from '../../../api/contract/accounts.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { type Credentials, signInAtom } from '../../state/session.ts';

export type LoginState =
  | { phase: 'idle' }
  /** `answer` to the question, if it was asked. */
  | { phase: 'sending'; answer: GuestRows | null }
  /** Name and password are correct; `failure` is why sending the answer failed. */
  | { phase: 'asking'; failure: FailureCode | null }
  | { phase: 'failed'; code: FailureCode };

const stateAtom = atom<LoginState>({ phase: 'idle' });
export const loginAtom = atom((get) => get(stateAtom));

/** On success the session changes and the page with it. */
export const tryLoginAtom = atom(null, async (_get, set, credentials: Credentials) => {
  const answer = credentials.guestRows ?? null;
  set(stateAtom, { phase: 'sending', answer });
  try {
    await set(signInAtom, credentials);
    set(stateAtom, { phase: 'idle' });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal';
    if (code === 'guest_has_rows') set(stateAtom, { phase: 'asking', failure: null });
    else if (answer !== null && code !== 'wrong_credentials')
      set(stateAtom, { phase: 'asking', failure: code });
    else set(stateAtom, { phase: 'failed', code });
  }
});

/** The form changed: the question no longer applies. */
export const dropGuestQuestionAtom = atom(null, (get, set) => {
  if (get(stateAtom).phase === 'asking') set(stateAtom, { phase: 'idle' });
});
