// Presents a follow to the follower.
import type { FollowView } from '../contract/follows.ts';
import { instant } from '../db/instant.ts';
import type { FollowRow } from './queries.ts';

export function presentFollow(row: FollowRow): FollowView {
  return {
    id: row.id,
    followerId: row.follower_id,
    followingId: row.following_id,
    targetUserId: row.following_id,
    createdAt: instant(row.created_at),
  };
}

/** For the data export. */
export const exportedFollow = (row: FollowRow) => ({
  id: row.id,
  followingId: row.following_id,
  createdAt: instant(row.created_at),
});
