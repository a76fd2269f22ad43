// Reads the reactions of an account.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Step } from '../db/counters.ts';

export const trackReactionsOf = (db: Db, kind: 'likes' | 'bookmarks', accountId: string) =>
  db.selectFrom(kind).selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();

export type TrackReactionRow = Awaited<ReturnType<typeof trackReactionsOf>>[number];

export const commentLikesOf = (db: Db, accountId: string) =>
  db.selectFrom('comment_likes').selectAll().where('account_id', '=', accountId).execute();

export type CommentLikeRow = Awaited<ReturnType<typeof commentLikesOf>>[number];

/** Owners of the tracks an account likes, with its number of likes for each. */
export async function likedOwners(db: Db, accountId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`select tracks.account_id as id, -count(*) as by
    from likes join tracks on tracks.id = likes.track_id and tracks.status <> 'removed'
    where likes.account_id = ${accountId} group by tracks.account_id`.execute(db);
  return rows;
}

/** Accounts that saved the recording. */
export async function bookmarkersOf(db: Db, trackId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bookmarks')
    .select('account_id')
    .where('track_id', '=', trackId)
    .execute();
  return rows.map(({ account_id: id }) => id);
}

/** The account's reaction with the owner of its track; `id` is the reaction's or the track's. */
export const findTrackReaction = (db: Db, kind: 'likes' | 'bookmarks', id: string, accountId: string) =>
  db
    .selectFrom(kind)
    .innerJoin('tracks', 'tracks.id', `${kind}.track_id`)
    .select([
      `${kind}.id as id`,
      `${kind}.track_id as trackId`,
      'tracks.account_id as ownerId',
      'tracks.status',
    ])
    .where(`${kind}.account_id`, '=', accountId)
    .where((eb) => eb.or([eb(`${kind}.id`, '=', id), eb(`${kind}.track_id`, '=', id)]))
    .executeTakeFirst();

/** Of all accounts. */
export async function trackReactionExists(db: Db, kind: 'likes' | 'bookmarks', id: string): Promise<boolean> {
  return (await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
