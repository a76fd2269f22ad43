// Likes and bookmarks of tracks, likes of comments: one row per account and target, with counters in the same transaction.
// Adding twice returns the existing row; removing a missing one is no error.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import { countOnComments } from '../comments/store.ts';
import type { Db } from '../db/client.ts';
import type { PersonalPart } from '../db/personal.ts';
import { withoutHints } from '../db/quietChanges.ts';
import { countOnTracks } from '../tracks/store.ts';
import { exportedCommentLike, exportedTrackReaction } from './present.ts';
import {
  type CommentLikeRow,
  commentLikesOf,
  findTrackReaction,
  likedOwners,
  type TrackReactionRow,
  trackReactionExists,
  trackReactionsOf,
} from './queries.ts';

export type TrackReaction = 'likes' | 'bookmarks';

/** `isNew` is false if it already existed. */
export async function addTrackReaction(
  db: Db,
  kind: TrackReaction,
  reaction: { trackId: string; ownerId: string; accountId: string },
  now: number,
): Promise<TrackReactionRow & { isNew: boolean }> {
  const { trackId, ownerId, accountId } = reaction;
  const known = await db
    .selectFrom(kind)
    .selectAll()
    .where('account_id', '=', accountId)
    .where('track_id', '=', trackId)
    .executeTakeFirst();
  if (known) return { ...known, isNew: false };
  const row = { id: randomUUID(), track_id: trackId, account_id: accountId, created_at: now };
  await db.insertInto(kind).values(row).execute();
  await countTrackReaction(db, kind, { trackId, ownerId, status: 'active' }, 1);
  return { ...row, isNew: true };
}

async function countTrackReaction(
  db: Db,
  kind: TrackReaction,
  { trackId, ownerId, status }: { trackId: string; ownerId: string; status: string },
  by: 1 | -1,
): Promise<void> {
  await countOnTracks(db, kind, [{ id: trackId, by }]);
  // Only likes of recordings that are not taken down count for the owner.
  if (kind === 'likes' && status !== 'removed')
    await countOnAccounts(db, 'total_likes', [{ id: ownerId, by }]);
}

export type Removal = 'removed' | 'absent' | 'foreign';

/** `id` is the reaction's or the track's. Another account's reaction is `foreign` and stays. */
export async function removeTrackReaction(
  db: Db,
  kind: TrackReaction,
  id: string,
  accountId: string,
): Promise<Removal> {
  const reaction = await findTrackReaction(db, kind, id, accountId);
  if (!reaction) return (await trackReactionExists(db, kind, id)) ? 'foreign' : 'absent';
  await db.deleteFrom(kind).where('id', '=', reaction.id).execute();
  await countTrackReaction(db, kind, reaction, -1);
  return 'removed';
}

export async function addCommentReaction(
  db: Db,
  reaction: { commentId: string; accountId: string },
  now: number,
): Promise<CommentLikeRow> {
  const { commentId, accountId } = reaction;
  const known = await db
    .selectFrom('comment_likes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('comment_id', '=', commentId)
    .executeTakeFirst();
  if (known) return known;
  const row = { id: randomUUID(), comment_id: commentId, account_id: accountId, created_at: now };
  await db.insertInto('comment_likes').values(row).execute();
  await countOnComments(db, 'likes', [{ id: commentId, by: 1 }]);
  return row;
}

/** `id` is the like's or the comment's. */
export async function removeCommentReaction(db: Db, id: string, accountId: string): Promise<Removal> {
  const reaction = await db
    .selectFrom('comment_likes')
    .select(['id', 'comment_id'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('comment_id', '=', id)]))
    .executeTakeFirst();
  if (!reaction) {
    const foreign = await db.selectFrom('comment_likes').select('id').where('id', '=', id).executeTakeFirst();
    return foreign ? 'foreign' : 'absent';
  }
  await db.deleteFrom('comment_likes').where('id', '=', reaction.id).execute();
  await countOnComments(db, 'likes', [{ id: reaction.comment_id, by: -1 }]);
  return 'removed';
}

const less = (ids: readonly string[]) => ids.map((id) => ({ id, by: -1 }));

/** Removes the account's reactions from the counters; the rows are deleted with the account. */
async function uncountReactionsOf(db: Db, accountId: string): Promise<void> {
  const [likes, bookmarks] = [
    await trackReactionsOf(db, 'likes', accountId),
    await trackReactionsOf(db, 'bookmarks', accountId),
  ];
  await countOnAccounts(db, 'total_likes', await likedOwners(db, accountId));
  await countOnTracks(db, 'likes', less(likes.map(({ track_id }) => track_id)));
  await countOnTracks(db, 'bookmarks', less(bookmarks.map(({ track_id }) => track_id)));
  const commentLikes = await commentLikesOf(db, accountId);
  await countOnComments(db, 'likes', less(commentLikes.map(({ comment_id }) => comment_id)));
}

/** Before merging a guest: removes reactions to their own content, and duplicates. */
async function dropDoubleReactions(db: Db, guest: string, account: string): Promise<void> {
  const ownTracks = (of: string) => sql`(select id from tracks where account_id = ${of})`;
  const ownComments = (of: string) => sql`(select id from comments where account_id = ${of})`;
  const statements = [
    sql`delete from likes where account_id = ${guest} and track_id in ${ownTracks(account)}
      or account_id = ${account} and track_id in ${ownTracks(guest)}`,
    sql`delete from likes where account_id = ${guest}
      and track_id in (select track_id from likes where account_id = ${account})`,
    sql`delete from bookmarks where account_id = ${guest}
      and track_id in (select track_id from bookmarks where account_id = ${account})`,
    sql`delete from comment_likes where account_id = ${guest} and comment_id in ${ownComments(account)}
      or account_id = ${account} and comment_id in ${ownComments(guest)}`,
    sql`delete from comment_likes where account_id = ${guest}
      and comment_id in (select comment_id from comment_likes where account_id = ${account})`,
  ];
  for (const statement of statements) await statement.execute(db);
}

export const personalReactions: PersonalPart<
  'likes' | 'bookmarks' | 'comment_likes',
  'likes' | 'bookmarks' | 'commentLikes'
> = {
  columns: { likes: ['account_id'], bookmarks: ['account_id'], comment_likes: ['account_id'] },
  missed: ['likes', 'bookmarks', 'comment_likes'],
  exportOf: async (db, id) => ({
    likes: (await trackReactionsOf(db, 'likes', id)).map(exportedTrackReaction),
    bookmarks: (await trackReactionsOf(db, 'bookmarks', id)).map(exportedTrackReaction),
    commentLikes: (await commentLikesOf(db, id)).map(exportedCommentLike),
  }),
  async eraseOf(db, id) {
    await withoutHints(db, () => uncountReactionsOf(db, id));
    return [];
  },
  dropDoubles: dropDoubleReactions,
};
