// Who may see and change an account.
import { isModerator, type Viewer } from '../action.ts';
import type { Role } from '../contract/roles.ts';
import { ApiError, forbidden } from '../errors.ts';
import { preferencesOf } from './preferences.ts';
import type { AccountRow } from './queries.ts';

const isSelf = (accountId: string, viewer: Viewer | null) => viewer?.accountId === accountId;

/** Hidden profiles appear only as the username of their recordings. Accounts about to be deleted are not found. */
export const showsProfile = (
  account: Pick<AccountRow, 'id' | 'preferences_json' | 'erase_at'>,
  viewer: Viewer | null,
): boolean =>
  isSelf(account.id, viewer) ||
  isModerator(viewer) ||
  (account.erase_at === null && preferencesOf(account.preferences_json).privacy.publicProfile);

/** Throws `forbidden`: only the owner changes an account, whatever the role of others. */
export function refuseOther(accountId: string, viewer: Viewer): void {
  if (!isSelf(accountId, viewer)) throw forbidden('Only oneself can be changed');
}

/** Throws `forbidden`: an account's lists are for its owner and moderators. */
export function refuseStranger(accountId: string, viewer: Viewer): void {
  if (!isSelf(accountId, viewer) && !isModerator(viewer)) throw forbidden('These belong to another account');
}

/** Only the owner sees e-mail address and preferences. */
export const seesPrivateData = (accountId: string, viewer: Viewer): boolean => isSelf(accountId, viewer);

/** Only admins see e-mail addresses in the user table. */
export const seesAddresses = (viewer: Viewer | null): boolean => viewer?.role === 'admin';

/** Throws `forbidden`: a guest gets a name by registering. */
export function refuseGuestName(account: Pick<AccountRow, 'password_hash'>): void {
  if (account.password_hash === null) throw forbidden('A guest gets a name by registering');
}

/** Throws `conflict`: only a guest or a visitor registers. */
export function refuseRegistered(viewer: Viewer | null): void {
  if (viewer && viewer.role !== 'guest') {
    throw new ApiError('conflict', 'This account is registered already');
  }
}

/** Throws `conflict`: admins delete their own account with `deleteAccount`. */
export function refuseOwnAccount(accountId: string, viewer: Viewer): void {
  if (isSelf(accountId, viewer)) throw new ApiError('conflict', 'Use deleteAccount for your own account');
}

/** Throws `conflict` for a guest, who cannot sign in. */
export function refuseGuestRole(account: Pick<AccountRow, 'password_hash'>): void {
  if (account.password_hash === null) throw new ApiError('conflict', 'A guest cannot have a role');
}

/** Throws `last_admin` if the account is the last of `admins` (`countAdmins`) and gets another role or is deleted (null). */
export function refuseWithoutAdmin(
  account: Pick<AccountRow, 'role' | 'password_hash' | 'erase_at'>,
  role: Role | null,
  admins: number,
): void {
  const isCounted = account.role === 'admin' && account.password_hash !== null && account.erase_at === null;
  if (isCounted && role !== 'admin' && admins <= 1) {
    throw new ApiError('last_admin', 'There must be one admin');
  }
}
