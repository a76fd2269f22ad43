// Who this browser is signed in as. A visitor without a session is a guest until the first write (K6).
import { atom } from 'jotai/vanilla';
import type { GuestRows, MeView } from '../../api/contract/accounts.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import { change, confirmChangeAtom, pinnedIdsAtom } from './entities.ts';
import { accountOf, identityAtom, isGuest, keepCopyAtom, movedAtom } from './identity.ts';
import { showOwnWritesAtom } from './outbox.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery } from './queries.ts';
import { forgetAnswersAtom } from './registry.ts';

export type SessionState =
  | { status: 'unknown' }
  | { status: 'visitor' }
  | { status: 'signedIn'; me: MeView }
  | { status: 'failed'; code: ApiErrorCode };

/** When the account goes, as its owner asked, ISO time; null when it stays. */
export const plannedErasureAtom = atom<string | null>(null);
const endedAtom = atom<boolean | null>(null);
/** This browser was signed out from another device, until the user has read so. */
export const wasEndedAtom = atom(
  (get) => get(endedAtom) ?? get(statePortsAtom).owner.noted('sessionEnded'),
  (get, set, wasEnded: boolean) => {
    set(endedAtom, wasEnded);
    // The page starts anew where an account has left.
    get(statePortsAtom).owner.note('sessionEnded', wasEnded);
  },
);
/** Loads the page again; plugged in by the app. */
export const startAnewAtom = atom({ run: () => {} });
/** Whether there is something to tell of either. */
export const sessionNewsAtom = atom((get) => get(wasEndedAtom) || get(plannedErasureAtom) !== null);

const TAG = 'session';
/** Setting of who registered in this browser: name, address, moment. It goes with the session. */
const REGISTRATION = 'registration';
const meQuery = createQuery<MeView | null>({
  key: 'me',
  tags: [TAG],
  load: async (get, set, signal) => {
    const { data: me, eraseAt = null, wasEnded } = await get(statePortsAtom).read('me', {}, { signal });
    if (!signal.aborted) {
      set(plannedErasureAtom, eraseAt);
      if (wasEnded || (me !== null && get(wasEndedAtom))) set(wasEndedAtom, wasEnded === true);
      set(becomeAtom, me);
      set(keepCopyAtom, { key: 'me', takenAt: new Date().toISOString(), rows: me === null ? [] : [me] });
    }
    return me;
  },
  /** The last account sees what it had read; nothing is sent in its name before the server has confirmed it. */
  readCopy: async (get) => {
    const copy = await get(statePortsAtom).copies.read('me');
    const me = copy?.rows[0] as MeView | undefined;
    return copy && me ? { data: me, takenAt: copy.takenAt } : null;
  },
});

/** A failure keeps a known session. */
export const sessionAtom = atom((get): SessionState => {
  const state = get(meQuery.stateAtom);
  if (state.status === 'loading') return { status: 'unknown' };
  if (state.data !== null) return { status: 'signedIn', me: state.data };
  const isKnown = state.status === 'ready' || get(identityAtom) !== null;
  return isKnown ? { status: 'visitor' } : { status: 'failed', code: state.code };
});

/** Asks the server who we are. */
export const loadSessionAtom = atom(null, (_get, set) => set(meQuery.refreshAtom));

/**
 * Whose the things on this device are from now on. A guest who signs in, and a visitor who becomes a guest, keep theirs. Where
 * an account has left, its things are hidden, and the page starts anew.
 */
const settleOwnerAtom = atom(null, async (get, set, now: string, guestRows?: GuestRows): Promise<void> => {
  const { owner } = get(statePortsAtom);
  const before = owner.identity();
  if (before === now) return;
  if (before !== '' && accountOf(before) === accountOf(now)) return owner.rename(now);
  if (isGuest(before)) await owner.passTo(now, before === '' || guestRows === 'keep');
  else {
    await owner.leave(now, false);
    return get(startAnewAtom).run();
  }
  set(movedAtom, (count) => count + 1);
  await set(showOwnWritesAtom);
});

/** Another account is here now: what was read or copied for the one before is removed, what it stored is hidden. */
const becomeAtom = atom(null, (get, set, me: MeView | null, guestRows?: GuestRows) => {
  const before = get(identityAtom);
  const now = me === null ? '' : `${me.id} ${me.role}`;
  if (before === now) return;
  set(identityAtom, now);
  const { copies, settings } = get(statePortsAtom);
  void copies.keepOf(now).catch(() => undefined);
  set(settleOwnerAtom, now, guestRows).catch((error: unknown) =>
    console.warn('things on this device could not change hands', error),
  );
  void set(showOwnWritesAtom);
  // A visitor's first write makes an account; what the visitor saw stays true.
  if (!before) return;
  set(forgetAnswersAtom, TAG);
  // A guest who registers stays who they are.
  if (accountOf(before) === accountOf(now)) return;
  settings.write(REGISTRATION, null);
  // What plays goes on, without the marks of the one who has left.
  for (const id of get(pinnedIdsAtom)) {
    set(
      confirmChangeAtom,
      change('tracks', id, (track) => ({ ...track, isLiked: false, isBookmarked: false })),
    );
  }
});

const enterAtom = atom(null, (_get, set, me: MeView | null, guestRows?: GuestRows) => {
  set(meQuery.setAtom, me);
  set(becomeAtom, me, guestRows);
});

export interface Credentials {
  username: string;
  password: string;
  /** What becomes of what a guest did in this browser; asked for by `guest_has_rows`. */
  guestRows?: GuestRows;
}

/** Throws `ApiError` with `wrong_credentials`, `guest_has_rows` or a transport code. */
export const signInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const { data: me } = await get(statePortsAtom).write('login', credentials);
  set(enterAtom, me, credentials.guestRows);
  return me;
});

/** The server has answered that this browser is theirs from now on. */
export const enterRegisteredAtom = atom(null, (get, set, me: MeView, email: string) => {
  set(enterAtom, me);
  const createdAt = new Date().toISOString();
  get(statePortsAtom).settings.write(REGISTRATION, { username: me.username, email, createdAt });
});

/** The same account, with a new name for itself or a new secret. */
export const renewMeAtom = atom(null, (_get, set, me: MeView) => set(enterAtom, me));

/**
 * Back to the guest account whose session this browser has lost, by the ticket of an upload of that guest. Nothing happens
 * while somebody is signed in, and when the server knows no way back.
 */
export const returnAsGuestAtom = atom(null, async (get, set, capToken: string) => {
  if (get(identityAtom) === null) await set(loadSessionAtom);
  if (get(identityAtom) !== '') return;
  try {
    set(enterAtom, (await get(statePortsAtom).write('returnAsGuest', { capToken })).data);
  } catch (error) {
    console.warn('no way back to the guest', error);
  }
});

/**
 * The account leaves this browser. Without a network the server hears of it first thing when there is one again. Throws
 * `ApiError`, or `StorageError` when its things could not be removed; then it is still here.
 */
export const signOutAtom = atom(null, async (get, set, isRemoved: boolean = false) => {
  const { owner, write } = get(statePortsAtom);
  owner.note('signOutDue', true);
  try {
    if (isRemoved) await owner.leave('', true);
    await write('logout', { forgetDevice: isRemoved });
    owner.note('signOutDue', false);
  } catch (error) {
    const isOffline = error instanceof ApiError && error.code === 'offline';
    if (!isOffline && !(isRemoved && error instanceof ApiError)) {
      owner.note('signOutDue', false);
      throw error;
    }
  }
  if (!isRemoved) await owner.leave('', false);
  set(enterAtom, null);
  get(startAnewAtom).run();
});

/** The account is erased on the server: nothing of it stays here. */
export const leaveErasedAtom = atom(null, async (get, set): Promise<void> => {
  await get(statePortsAtom).owner.leave('', true);
  set(enterAtom, null);
  get(startAnewAtom).run();
});
