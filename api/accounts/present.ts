// Accounts as answers: never hashes or device data; the e-mail address only for its owner and for admins.

import type {
  AdminUserView,
  MeView,
  NameCheck,
  Registration,
  UserDataView,
  UserView,
} from '../contract/accounts.ts';
import type { FieldIssue } from '../contract/errors.ts';
import { instant } from '../db/instant.ts';
import { stringList } from '../db/json.ts';
import { preferencesOf, storedPreferences } from './preferences.ts';
import type { AccountRow, ListedAccount } from './queries.ts';

export function presentMe(account: AccountRow): MeView {
  return {
    id: account.id,
    username: account.username,
    role: account.role,
    isGuest: account.password_hash === null,
    hasRecoveryCode: account.recovery_hash !== null,
    createdAt: instant(account.created_at),
  };
}

/** `isFollowed`: by the viewer. */
export function presentUser(account: AccountRow, { isFollowed }: { isFollowed: boolean }): UserView {
  return {
    id: account.id,
    username: account.username,
    bio: account.bio,
    tags: stringList(account.tags_json),
    totalUploads: account.total_uploads,
    totalPlays: account.total_plays,
    totalLikes: account.total_likes,
    followersCount: account.followers_count,
    followingCount: account.following_count,
    isVerified: account.is_verified === 1,
    isFollowed,
    createdAt: instant(account.created_at),
  };
}

/** The recovery code is shown once. */
export const presentRegistration = (account: AccountRow, recoveryCode: string): Registration => ({
  me: presentMe(account),
  recoveryCode,
});

/** The problem of a username; null if free. */
export const presentNameCheck = (problem: FieldIssue | null): NameCheck => ({ problem });

/** Passwords that meet the other rules but are refused as common. */
export const presentCommonPasswords = (passwords: readonly string[]): string[] => [...passwords];

/** A row of the user table. `address`: whether the viewer may see e-mail addresses. */
export const presentAdminUser = (
  account: ListedAccount,
  { address }: { address: boolean },
): AdminUserView => ({
  id: account.id,
  username: account.username,
  email: address ? account.email : null,
  role: account.role,
  totalUploads: account.total_uploads,
  totalLikes: account.total_likes,
  isVerified: account.is_verified === 1,
  createdAt: instant(account.created_at),
});

/** `lists` are ids. `privately`: for the owner. */
export const presentUserData = (
  account: AccountRow,
  lists: Pick<UserDataView, 'myTracks' | 'followedUsers'>,
  { privately, isFollowed }: { privately: boolean; isFollowed: boolean },
): UserDataView => ({
  user: presentUser(account, { isFollowed }),
  email: privately ? account.email : null,
  preferences: privately ? preferencesOf(account.preferences_json) : null,
  myTracks: lists.myTracks,
  followedUsers: lists.followedUsers,
});

/** When the account is deleted. */
export const presentDeletion = (eraseAt: number) => ({ eraseAt: instant(eraseAt) });

/** For the data export. */
export const exportedAccount = (account: AccountRow) => ({
  id: account.id,
  username: account.username,
  email: account.email,
  bio: account.bio,
  tags: stringList(account.tags_json),
  preferences: storedPreferences(account.preferences_json),
  adultConfirmedAt: instant(account.adult_confirmed_at),
  createdAt: instant(account.created_at),
  lastSeenAt: instant(account.last_seen_at),
  eraseAt: instant(account.erase_at),
});

/** For the data export. */
export const exportedOldName = (row: { username_key: string; until: number }) => ({
  username: row.username_key,
  until: instant(row.until),
});
