// Likes and bookmarks of tracks, likes of comments: one row per person and thing, counters kept by the same
// transaction. Adding twice answers the first mark; removing what is not there is no error.
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';

export interface Mark {
  id: string;
  created_at: number;
}

export type TrackMark = 'likes' | 'bookmarks';

/** `isNew` is false when the mark was there already. */
export async function addTrackMark(
  db: Db,
  kind: TrackMark,
  mark: { trackId: string; ownerId: string; accountId: string },
  now: number,
): Promise<Mark & { isNew: boolean }> {
  const { trackId, ownerId, accountId } = mark;
  const known = await db
    .selectFrom(kind)
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('track_id', '=', trackId)
    .executeTakeFirst();
  if (known) return { ...known, isNew: false };
  const id = randomUUID();
  await db
    .insertInto(kind)
    .values({ id, track_id: trackId, account_id: accountId, created_at: now })
    .execute();
  await countTrackMark(db, kind, { trackId, ownerId }, 1);
  return { id, created_at: now, isNew: true };
}

async function countTrackMark(
  db: Db,
  kind: TrackMark,
  { trackId, ownerId }: { trackId: string; ownerId: string },
  step: 1 | -1,
): Promise<void> {
  const tracks = db.updateTable('tracks').where('id', '=', trackId);
  if (kind === 'bookmarks') {
    await tracks.set((eb) => ({ bookmarks: eb('bookmarks', '+', step) })).execute();
    return;
  }
  await tracks.set((eb) => ({ likes: eb('likes', '+', step) })).execute();
  await db
    .updateTable('accounts')
    .set((eb) => ({ total_likes: eb('total_likes', '+', step) }))
    .where('id', '=', ownerId)
    .execute();
}

export type Removal = 'removed' | 'absent' | 'foreign';

/** `id` is the mark's or the track's; a mark of somebody else is `foreign` and stays. */
export async function removeTrackMark(
  db: Db,
  kind: TrackMark,
  id: string,
  accountId: string,
): Promise<Removal> {
  const mark = await db
    .selectFrom(kind)
    .innerJoin('tracks', 'tracks.id', `${kind}.track_id`)
    .select([`${kind}.id as id`, `${kind}.track_id as trackId`, 'tracks.account_id as ownerId'])
    .where(`${kind}.account_id`, '=', accountId)
    .where((eb) => eb.or([eb(`${kind}.id`, '=', id), eb(`${kind}.track_id`, '=', id)]))
    .executeTakeFirst();
  if (!mark) {
    const foreign = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
    return foreign ? 'foreign' : 'absent';
  }
  await db.deleteFrom(kind).where('id', '=', mark.id).execute();
  await countTrackMark(db, kind, mark, -1);
  return 'removed';
}

export async function addCommentMark(
  db: Db,
  mark: { commentId: string; accountId: string },
  now: number,
): Promise<Mark> {
  const { commentId, accountId } = mark;
  const known = await db
    .selectFrom('comment_likes')
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('comment_id', '=', commentId)
    .executeTakeFirst();
  if (known) return known;
  const id = randomUUID();
  await db
    .insertInto('comment_likes')
    .values({ id, comment_id: commentId, account_id: accountId, created_at: now })
    .execute();
  await countCommentMark(db, commentId, 1);
  return { id, created_at: now };
}

async function countCommentMark(db: Db, commentId: string, step: 1 | -1): Promise<void> {
  await db
    .updateTable('comments')
    .set((eb) => ({ likes: eb('likes', '+', step) }))
    .where('id', '=', commentId)
    .execute();
}

/** `id` is the mark's or the comment's. */
export async function removeCommentMark(db: Db, id: string, accountId: string): Promise<Removal> {
  const mark = await db
    .selectFrom('comment_likes')
    .select(['id', 'comment_id'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('comment_id', '=', id)]))
    .executeTakeFirst();
  if (!mark) {
    const foreign = await db.selectFrom('comment_likes').select('id').where('id', '=', id).executeTakeFirst();
    return foreign ? 'foreign' : 'absent';
  }
  await db.deleteFrom('comment_likes').where('id', '=', mark.id).execute();
  await countCommentMark(db, mark.comment_id, -1);
  return 'removed';
}
