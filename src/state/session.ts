// Who this browser is signed in as. A visitor without a session is a guest until the first write (K6).
import { atom } from 'jotai/vanilla';
import type { GuestRows, MeView } from '../../api/contract/accounts.ts';
import { read, write } from '../api/calls.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';

export type SessionState =
  | { status: 'unknown' }
  | { status: 'visitor' }
  | { status: 'signedIn'; me: MeView }
  | { status: 'failed'; code: ApiErrorCode };

const stateAtom = atom<SessionState>({ status: 'unknown' });
export const sessionAtom = atom((get) => get(stateAtom));

/** Asks the server who we are; a failure keeps a known session. */
export const loadSessionAtom = atom(null, async (get, set) => {
  try {
    const { data: me } = await read('me', {});
    set(stateAtom, me === null ? { status: 'visitor' } : { status: 'signedIn', me });
  } catch (error) {
    if (get(stateAtom).status !== 'unknown') return;
    set(stateAtom, { status: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
  }
});

export interface Credentials {
  username: string;
  password: string;
  /** What becomes of what a guest did in this browser; asked for by `guest_has_rows`. */
  guestRows?: GuestRows;
}

/** Throws `ApiError` with `wrong_credentials`, `guest_has_rows` or a transport code. */
export const signInAtom = atom(null, async (_get, set, credentials: Credentials) => {
  const { data: me } = await write('login', credentials);
  set(stateAtom, { status: 'signedIn', me });
  return me;
});

export const signOutAtom = atom(null, async (_get, set) => {
  await write('logout', {});
  set(stateAtom, { status: 'visitor' });
});
