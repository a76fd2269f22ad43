// Reading follows.
import type { Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { FollowsTable } from '../db/schema.ts';

export type FollowRow = Selectable<FollowsTable>;

export function followsOf(db: Db, followerId: string): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Ids of the people who follow this one. */
export async function followersOf(db: Db, followingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('following_id', '=', followingId)
    .execute();
  return rows.map(({ follower_id }) => follower_id);
}
