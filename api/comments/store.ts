// Writes comments and the track's counter. Call inside a transaction.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { moveCounter, type Step } from '../db/counters.ts';
import { noteErased } from '../db/ledger.ts';
import { idList } from '../db/lists.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { sealCurrent } from '../evidence/store.ts';
import { countOnTracks, forgetCommentCounts } from '../tracks/store.ts';
import { exportedComment } from './present.ts';
import { type CommentRow, storedCommentsOf } from './queries.ts';

/** Returns its id. */
export async function insertComment(
  db: Db,
  comment: { trackId: string; accountId: string; content: string },
  now: number,
): Promise<string> {
  const { trackId, accountId, content } = comment;
  const id = randomUUID();
  await db
    .insertInto('comments')
    .values({ id, track_id: trackId, account_id: accountId, content, likes: 0, created_at: now })
    .execute();
  await countOnTracks(db, 'comments_count', [{ id: trackId, by: 1 }]);
  return id;
}

/** Also notes it in the ledger for restores. Notifications that quote it are deleted with the row. */
export async function removeComment(
  db: Db,
  comment: Pick<CommentRow, 'id' | 'track_id'>,
  now: number,
): Promise<void> {
  await sealCurrent(db, 'comment', [comment.id], now);
  await db.deleteFrom('comments').where('id', '=', comment.id).execute();
  await countOnTracks(db, 'comments_count', [{ id: comment.track_id, by: -1 }]);
  await noteErased(db, 'comment', [comment.id], now);
}

/** The same for an id that may be unknown. */
export async function removeCommentById(db: Db, id: string, now: number): Promise<void> {
  const comment = await db
    .selectFrom('comments')
    .select(['id', 'track_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (comment) await removeComment(db, comment, now);
}

/** Deletes at most `limit` comments of all accounts and sets all counters to 0. Returns how many. */
export async function removeSomeComments(db: Db, limit: number, now: number): Promise<number> {
  const comments = await db.selectFrom('comments').select('id').limit(limit).execute();
  const ids = comments.map(({ id }) => id);
  await sealCurrent(db, 'comment', ids, now);
  await db
    .deleteFrom('comments')
    .where(sql<boolean>`id in ${idList(ids)}`)
    .execute();
  await noteErased(db, 'comment', ids, now);
  await forgetCommentCounts(db);
  return comments.length;
}

/** Removes the account's comments from the counters; the rows are deleted with the account. */
async function uncountCommentsOf(db: Db, accountId: string): Promise<void> {
  const comments = await storedCommentsOf(db, accountId);
  await countOnTracks(
    db,
    'comments_count',
    comments.map(({ track_id }) => ({ id: track_id, by: -1 })),
  );
}

/** For callers that add or remove a like. */
export const countOnComments = (db: Db, counter: 'likes', steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'comments', counter, steps);

/** Recomputes the counter. */
export async function recountComments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update comments set
    likes = (select count(*) from comment_likes where comment_id = comments.id)
    where id in ${idList(ids)}`.execute(db);
}

export const personalComments: PersonalPart<'comments', 'comments'> = {
  ...goesWithTheAccount,
  columns: { comments: ['account_id'] },
  missed: ['comments'],
  exportOf: async (db, id) => ({ comments: (await storedCommentsOf(db, id)).map(exportedComment) }),
  async eraseOf(db, id) {
    await uncountCommentsOf(db, id);
    return [];
  },
};
