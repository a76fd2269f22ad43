// Who this browser is signed in as. A visitor has no session until the first write makes a guest account.
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

/** When the account will be deleted, as its owner asked, ISO time; null when it stays. */
export const plannedErasureAtom = atom<string | null>(null);
const endedAtom = atom<boolean | null>(null);
/** This browser was signed out from another device and the user has not confirmed the notice. */
export const wasEndedAtom = atom(
  (get) => get(endedAtom) ?? get(statePortsAtom).owner.noted('sessionEnded'),
  (get, set, wasEnded: boolean) => {
    set(endedAtom, wasEnded);
    // The page reloads when an account leaves.
    get(statePortsAtom).owner.note('sessionEnded', wasEnded);
  },
);
/** Loads the page again; plugged in by the app. */
export const reloadPageAtom = atom({ run: () => {} });
/** Whether the frame shows a notice about either. */
export const sessionNewsAtom = atom((get) => get(wasEndedAtom) || get(plannedErasureAtom) !== null);

const TAG = 'session';
/** Setting with name, email and time of a registration in this browser; deleted with the session. */
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
  /** Shows the last account its copies; nothing is sent in its name before the server has confirmed the session. */
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
 * Makes `now` the owner of the data on this device. A guest who signs in and a visitor who becomes a guest keep theirs. When
 * an account leaves, its data is hidden and the page reloads.
 */
const settleOwnerAtom = atom(null, async (get, set, now: string, guestRows?: GuestRows): Promise<void> => {
  const { owner } = get(statePortsAtom);
  const before = owner.identity();
  if (before === now) return;
  if (before !== '' && accountOf(before) === accountOf(now)) return owner.rename(now);
  if (isGuest(before)) await owner.passTo(now, before === '' || guestRows === 'keep');
  else {
    await owner.leave(now, false);
    return get(reloadPageAtom).run();
  }
  set(movedAtom, (count) => count + 1);
  await set(showOwnWritesAtom);
});

/** Another account is here: removes the data that was read or copied for the previous account and hides what that account stored. */
const becomeAtom = atom(null, (get, set, me: MeView | null, guestRows?: GuestRows) => {
  const before = get(identityAtom);
  const now = me === null ? '' : `${me.id} ${me.role}`;
  if (before === now) return;
  set(identityAtom, now);
  const { copies, settings } = get(statePortsAtom);
  void copies.keepOf(now).catch(() => undefined);
  set(settleOwnerAtom, now, guestRows).catch((error: unknown) =>
    console.warn('data on this device could not be passed to the new account', error),
  );
  void set(showOwnWritesAtom);
  // A visitor's first write makes an account; what the visitor saw stays valid.
  if (!before) return;
  set(forgetAnswersAtom, TAG);
  // A guest who registers keeps the account.
  if (accountOf(before) === accountOf(now)) return;
  settings.write(REGISTRATION, null);
  // Playback goes on, without the reactions of the previous account.
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
  /** What happens to a guest's data in this browser; `guest_has_rows` asks for it. */
  guestRows?: GuestRows;
}

/** Throws `ApiError` with `wrong_credentials`, `guest_has_rows` or a transport code. */
export const signInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const { data: me } = await get(statePortsAtom).write('login', credentials);
  set(enterAtom, me, credentials.guestRows);
  return me;
});

/** Enters the account that the server has just registered. */
export const enterRegisteredAtom = atom(null, (get, set, me: MeView, email: string) => {
  set(enterAtom, me);
  const createdAt = new Date().toISOString();
  get(statePortsAtom).settings.write(REGISTRATION, { username: me.username, email, createdAt });
});

/** The same account with a new name or password. */
export const renewMeAtom = atom(null, (_get, set, me: MeView) => set(enterAtom, me));

/**
 * Returns to the guest account whose session this browser has lost, by the ticket of one of its uploads. Nothing happens
 * while an account is signed in, or when the server does not accept the ticket.
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
 * The account leaves this browser. Without a network the request is sent as soon as there is one. Throws
 * `ApiError`, or `StorageError` when its data could not be removed; then the account is still here.
 */
export const signOutAtom = atom(null, async (get, set, isRemoved: boolean = false) => {
  const { owner, write } = get(statePortsAtom);
  const note = (isDue: boolean) => {
    owner.note('signOutDue', isDue);
    owner.note('forgetDeviceDue', isDue && isRemoved);
  };
  note(true);
  try {
    if (isRemoved) await owner.leave('', true);
    await write('logout', { forgetDevice: isRemoved });
    note(false);
  } catch (error) {
    const isOffline = error instanceof ApiError && error.code === 'offline';
    if (!isOffline && !(isRemoved && error instanceof ApiError)) {
      note(false);
      throw error;
    }
  }
  if (!isRemoved) await owner.leave('', false);
  set(enterAtom, null);
  get(reloadPageAtom).run();
});

/** The account is erased on the server: nothing of it stays here. */
export const leaveErasedAtom = atom(null, async (get, set): Promise<void> => {
  await get(statePortsAtom).owner.leave('', true);
  set(enterAtom, null);
  get(reloadPageAtom).run();
});
