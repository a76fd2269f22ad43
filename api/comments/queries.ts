// Reads comments, with the viewer's own likes.
import { sql } from 'kysely';
import { isNotHidden, isShown } from '../blocks/queries.ts';
import type { Db } from '../db/client.ts';
import type { Cursor } from '../db/cursor.ts';

function selectComments(db: Db, viewerId: string | null) {
  return db
    .selectFrom('comments')
    .innerJoin('accounts', 'accounts.id', 'comments.account_id')
    .innerJoin('tracks', 'tracks.id', 'comments.track_id')
    .where('tracks.status', '=', sql.lit('active'))
    .where(isShown(viewerId))
    .where(isNotHidden(viewerId, 'tracks.account_id'))
    .selectAll('comments')
    .select(['accounts.username', 'tracks.title as track_title', 'tracks.account_id as track_owner_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('comment_likes')
            .select(sql`1`.as('one'))
            .whereRef('comment_likes.comment_id', '=', 'comments.id')
            .where('comment_likes.account_id', '=', viewerId ?? ''),
        )
        .as('is_liked'),
    );
}

export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number];

export function findComment(db: Db, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
  return selectComments(db, viewerId).where('comments.id', '=', id).executeTakeFirst();
}

/** Newest first; `after` is the cursor of the previous page. */
export function commentsOfTrack(
  db: Db,
  viewerId: string | null,
  page: { trackId: string; after: Cursor | null; limit: number },
): Promise<CommentRow[]> {
  const { trackId, after, limit } = page;
  let select = selectComments(db, viewerId).where('comments.track_id', '=', trackId);
  if (after) {
    select = select.where((eb) =>
      eb.or([
        eb('comments.created_at', '<', after.value),
        eb.and([eb('comments.created_at', '=', after.value), eb('comments.id', '<', after.id)]),
      ]),
    );
  }
  return select.orderBy('comments.created_at', 'desc').orderBy('comments.id', 'desc').limit(limit).execute();
}

/** The newest comments of all tracks. */
export function newestComments(db: Db, viewerId: string | null, limit: number): Promise<CommentRow[]> {
  return selectComments(db, viewerId)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .execute();
}

/** Includes comments on hidden tracks. */
export const storedCommentsOf = (db: Db, accountId: string) =>
  db.selectFrom('comments').selectAll().where('account_id', '=', accountId).execute();
