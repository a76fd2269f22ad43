// What leaves of an account. E-mail, hashes and device data never do.
import type { MeView, UserView } from '../contract/accounts.ts';
import { stringList } from '../db/json.ts';
import type { AccountRow } from './queries.ts';

export function presentMe(account: AccountRow): MeView {
  return {
    id: account.id,
    username: account.username,
    role: account.role,
    isGuest: account.password_hash === null,
    createdAt: new Date(account.created_at).toISOString(),
  };
}

export function presentUser(account: AccountRow): UserView {
  return {
    id: account.id,
    username: account.username,
    bio: account.bio,
    tags: stringList(account.tags_json),
    totalUploads: account.total_uploads,
    totalLikes: account.total_likes,
    followersCount: account.followers_count,
    followingCount: account.following_count,
    isVerified: account.is_verified === 1,
    createdAt: new Date(account.created_at).toISOString(),
  };
}
