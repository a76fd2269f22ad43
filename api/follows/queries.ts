// SQL of follows; both counters move with the row.
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { FollowsTable } from '../db/schema.ts';

export type FollowRow = Selectable<FollowsTable>;

async function count(
  db: Db,
  follow: Pick<FollowRow, 'follower_id' | 'following_id'>,
  step: 1 | -1,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set((eb) => ({ following_count: eb('following_count', '+', step) }))
    .where('id', '=', follow.follower_id)
    .execute();
  await db
    .updateTable('accounts')
    .set((eb) => ({ followers_count: eb('followers_count', '+', step) }))
    .where('id', '=', follow.following_id)
    .execute();
}

/** `isNew` is false when it was there already. Both accounts must exist and differ. */
export async function addFollow(
  db: Db,
  followerId: string,
  followingId: string,
  now: number,
): Promise<FollowRow & { isNew: boolean }> {
  const known = await db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .executeTakeFirst();
  if (known) return { ...known, isNew: false };
  const follow = { id: randomUUID(), follower_id: followerId, following_id: followingId, created_at: now };
  await db.insertInto('follows').values(follow).execute();
  await count(db, follow, 1);
  return { ...follow, isNew: true };
}

/** `id` is the follow's or the followed person's. */
export async function removeFollow(
  db: Db,
  followerId: string,
  id: string,
): Promise<'removed' | 'absent' | 'foreign'> {
  const follow = await db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .where((eb) => eb.or([eb('id', '=', id), eb('following_id', '=', id)]))
    .executeTakeFirst();
  if (!follow) {
    const foreign = await db.selectFrom('follows').select('id').where('id', '=', id).executeTakeFirst();
    return foreign ? 'foreign' : 'absent';
  }
  await db.deleteFrom('follows').where('id', '=', follow.id).execute();
  await count(db, follow, -1);
  return 'removed';
}

export function followsOf(db: Db, followerId: string): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .orderBy('created_at', 'desc')
    .execute();
}
