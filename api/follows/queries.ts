// Reads follows.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import type { FollowsTable } from '../db/tables/accounts.ts';

export type FollowRow = Selectable<FollowsTable>;

export function followsOf(db: Db, followerId: string): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Those of the accounts that this account follows. */
export async function followedAmong(
  db: Db,
  followerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('follows')
    .select('following_id')
    .where('follower_id', '=', followerId)
    .where(sql<boolean>`following_id in ${idList(ids)}`)
    .execute();
  return new Set(rows.map(({ following_id }) => following_id));
}

/** Ids of the account's followers. */
export async function followersOf(db: Db, followingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('following_id', '=', followingId)
    .execute();
  return rows.map(({ follower_id }) => follower_id);
}
