// Writing, reading and taking back comments.
import { randomUUID } from 'node:crypto';
import { type ActionContext, Answer, implement, isModerator, signedIn } from '../action.ts';
import { recordActivity } from '../activities/record.ts';
import { commentCalls } from '../contract/actions/comments.ts';
import { COMMENT_MAX_LENGTH, PAGE_COMMENTS } from '../contract/limits.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { jsonObject } from '../db/json.ts';
import { ApiError, forbidden, notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { findTrack, type TrackRow } from '../tracks/queries.ts';
import { presentComment } from './present.ts';
import { commentsOfTrack, findComment, removeComment } from './queries.ts';

/** Trimmed; throws `invalid_body` when blank or over 500 characters. */
function checkContent(content: string): string {
  const trimmed = content.trim();
  if (trimmed === '') throw new ApiError('invalid_body', 'content must not be blank');
  if (trimmed.length > COMMENT_MAX_LENGTH) {
    throw new ApiError('invalid_body', `content must not exceed ${COMMENT_MAX_LENGTH} characters`);
  }
  return trimmed;
}

/** The owner's preference; the owner may always comment. */
async function checkCommentsAllowed(
  { db }: ActionContext,
  track: TrackRow,
  accountId: string,
): Promise<void> {
  if (track.account_id === accountId) return;
  const owner = await db
    .selectFrom('accounts')
    .select('preferences_json')
    .where('id', '=', track.account_id)
    .executeTakeFirst();
  const privacy = jsonObject(owner?.preferences_json ?? '{}').privacy as
    | { allowComments?: unknown }
    | undefined;
  if (privacy?.allowComments === false) throw forbidden('This person does not take comments');
}

export const commentActions = implement(commentCalls, {
  async getComments({ trackId, cursor }, { db, viewer }) {
    const after = cursor ? readCursor(cursor) : null;
    const rows = await commentsOfTrack(db, viewer?.accountId ?? null, {
      trackId,
      after,
      limit: PAGE_COMMENTS + 1,
    });
    const page = rows.slice(0, PAGE_COMMENTS);
    const last = page.at(-1);
    const more = rows.length > PAGE_COMMENTS && last;
    return new Answer(
      page.map(presentComment),
      more ? { nextCursor: writeCursor({ value: last.created_at, id: last.id }) } : {},
    );
  },

  async addComment({ trackId, content }, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const text = checkContent(content);
    const track = await findTrack(db, trackId, accountId);
    if (!track) throw notFound('Track');
    await checkCommentsAllowed(context, track, accountId);
    const id = randomUUID();
    await db
      .insertInto('comments')
      .values({ id, track_id: trackId, account_id: accountId, content: text, likes: 0, created_at: now })
      .execute();
    await db
      .updateTable('tracks')
      .set((eb) => ({ comments_count: eb('comments_count', '+', 1) }))
      .where('id', '=', trackId)
      .execute();
    const subject = { trackId, trackTitle: track.title, commentText: text, commentId: id };
    await recordActivity(
      db,
      { accountId, type: 'my_comment', otherAccountId: track.account_id, ...subject },
      now,
    );
    await notify(db, { accountId: track.account_id, type: 'comment', actorId: accountId, ...subject }, now);
    const comment = await findComment(db, id, accountId);
    if (!comment) throw notFound('Comment');
    return presentComment(comment);
  },

  /** By its author, by the owner of the track, or by a moderator. */
  async deleteComment({ commentId }, context) {
    const viewer = signedIn(context);
    const { db, now } = context;
    const comment = await findComment(db, commentId, viewer.accountId);
    if (!comment) throw notFound('Comment');
    const isOwn = comment.account_id === viewer.accountId || comment.track_owner_id === viewer.accountId;
    if (!isOwn && !isModerator(viewer)) throw forbidden('This comment belongs to somebody else');
    await removeComment(db, comment, now);
    if (!isOwn) {
      const target = { targetType: 'comment', targetId: commentId };
      const detail = { ownerId: comment.account_id, trackId: comment.track_id };
      await context.audit({ action: 'deleteComment', ...target, detail, before: comment, after: null });
    }
    return { commentId };
  },
});
