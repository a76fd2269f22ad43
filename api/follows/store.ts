// Writes follows and both counters.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import type { Db } from '../db/client.ts';
import type { PersonalPart } from '../db/personal.ts';
import { withoutHints } from '../db/quietChanges.ts';
import { exportedFollow } from './present.ts';
import { type FollowRow, followersOf, followsOf } from './queries.ts';

type Pair = Pick<FollowRow, 'follower_id' | 'following_id'>;

async function count(db: Db, follow: Pair, by: 1 | -1): Promise<void> {
  await countOnAccounts(db, 'following_count', [{ id: follow.follower_id, by }]);
  await countOnAccounts(db, 'followers_count', [{ id: follow.following_id, by }]);
}

/** `isNew` is false if it already existed. Both accounts must exist and differ. */
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

/** Ends follows between two accounts in both directions. */
export async function endFollows(db: Db, one: string, other: string): Promise<void> {
  await removeFollow(db, one, other);
  await removeFollow(db, other, one);
}

/** `id` is the follow's or the followed account's. */
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

/** Removes the account from the counters of accounts it follows and is followed by; the rows are deleted with the account. */
async function uncountFollowsOf(db: Db, accountId: string): Promise<void> {
  const following = await followsOf(db, accountId);
  await countOnAccounts(
    db,
    'followers_count',
    following.map(({ following_id }) => ({ id: following_id, by: -1 })),
  );
  const followers = await followersOf(db, accountId);
  await countOnAccounts(
    db,
    'following_count',
    followers.map((id) => ({ id, by: -1 })),
  );
}

/** Before merging a guest: removes follows of themselves, and duplicates. */
async function dropDoubleFollows(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from follows where follower_id = ${guest} and following_id = ${account}
    or follower_id = ${account} and following_id = ${guest}`.execute(db);
  await sql`delete from follows where follower_id = ${guest}
    and following_id in (select following_id from follows where follower_id = ${account})`.execute(db);
  await sql`delete from follows where following_id = ${guest}
    and follower_id in (select follower_id from follows where following_id = ${account})`.execute(db);
}

export const personalFollows: PersonalPart<'follows', 'follows'> = {
  columns: { follows: ['follower_id', 'following_id'] },
  missed: ['follows'],
  exportOf: async (db, id) => ({ follows: (await followsOf(db, id)).map(exportedFollow) }),
  async eraseOf(db, id) {
    await withoutHints(db, () => uncountFollowsOf(db, id));
    return [];
  },
  dropDoubles: dropDoubleFollows,
};
