// Writing, reading and deleting comments.
import { Answer, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { commentCalls } from '../contract/comments.ts';
import { isTooLong } from '../contract/commentText.ts';
import { COMMENT_MAX_LENGTH, PAGE_COMMENTS } from '../contract/limits.ts';
import { isBlank } from '../contract/shownText.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { invalid, notFound } from '../errors.ts';
import { sealEvidence } from '../evidence/store.ts';
import { notify, notifyTakedown } from '../notifications/notify.ts';
import { closeReports } from '../reports/closingStore.ts';
import { appealEnd, isUrgent, noticeOf, ruleOrOther } from '../reports/rules.ts';
import { insertTakedown } from '../reports/store.ts';
import { findTrack, findTrackOwner, type TrackRow } from '../tracks/queries.ts';
import { commentDeletion, refuseUnwantedComment } from './policy.ts';
import { presentComment, presentRemoval } from './present.ts';
import { type CommentRow, commentsOfTrack, findComment } from './queries.ts';
import { insertComment, removeComment } from './store.ts';

async function requireTrack(db: Db, trackId: string, viewerId: string | null): Promise<TrackRow> {
  const track = await findTrack(db, trackId, viewerId);
  if (!track) throw notFound('Track');
  return track;
}

const countOf = async (db: Db, trackId: string, viewerId: string) =>
  (await findTrackOwner(db, trackId, viewerId))?.comments_shown ?? 0;

async function requireComment(db: Db, id: string, viewerId: string): Promise<CommentRow> {
  const comment = await findComment(db, id, viewerId);
  if (!comment) throw notFound('Comment');
  return comment;
}

export const commentActions = implement(commentCalls, {
  async getComments({ trackId, cursor }, { db, viewer }) {
    if (!(await findTrackOwner(db, trackId, viewer?.accountId ?? null))) throw notFound('Track');
    const after = cursor ? readCursor(cursor) : null;
    const limit = PAGE_COMMENTS + 1;
    const rows = await commentsOfTrack(db, viewer?.accountId ?? null, { trackId, after, limit });
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
    const commentText = checkContent(content);
    const track = await requireTrack(db, trackId, accountId);
    refuseUnwantedComment(track, accountId);
    const commentId = await insertComment(db, { trackId, accountId, content: commentText }, now);
    const subject = { trackId, trackTitle: track.title, commentText, commentId };
    const owner = track.account_id;
    await recordActivity(db, { accountId, type: 'my_comment', otherAccountId: owner, ...subject }, now);
    await notify(db, { accountId: owner, type: 'comment', actorId: accountId, ...subject }, now);
    return new Answer(presentComment(await requireComment(db, commentId, accountId)), {
      commentsCount: await countOf(db, trackId, accountId),
    });
  },

  async deleteComment({ commentId, ruleId, reason = '' }, context) {
    const viewer = signedIn(context);
    const comment = await requireComment(context.db, commentId, viewer.accountId);
    if (commentDeletion(comment, viewer) === 'own') {
      await removeComment(context.db, comment, context.now);
      await closeReports(context.db, { commentId }, 'deletedByOwner', context.now);
    } else {
      const target = { targetType: 'comment', targetId: commentId };
      const { account_id: accountId, track_id: trackId } = comment;
      const rule = ruleOrOther(context, ruleId);
      const subject = { subject: 'comment', id: commentId } as const;
      if (isUrgent(rule.category)) await sealEvidence(context.db, subject, 'removed', context.now);
      await removeComment(context.db, comment, context.now);
      const detail = { ownerId: accountId, trackId, rule: rule.id, ...(reason === '' ? {} : { reason }) };
      const track = await findTrack(context.db, trackId, viewer.accountId);
      const about = { trackId: track?.id, trackTitle: track?.title };
      const news = { type: 'comment_taken_down', accountId, ...about } as const;
      await notifyTakedown(context.db, news, noticeOf(rule, reason), context.now);
      const takedown = {
        type: 'comment',
        targetId: commentId,
        trackId,
        reportedId: accountId,
        // The comment's text is deleted with it.
        words: '',
        trackTitle: '',
        decidedBy: viewer.accountId,
        ruleId: rule.id,
        decisionReason: reason.trim(),
        appealUntil: appealEnd(context.deps.env, context.now),
      } as const;
      await insertTakedown(context.db, takedown, context.now);
      await context.audit({ action: 'deleteComment', ...target, detail, before: comment, after: null });
    }
    const commentsCount = await countOf(context.db, comment.track_id, viewer.accountId);
    return new Answer(presentRemoval(comment), { commentsCount });
  },
});

/** Trims it. Throws `invalid_body` if blank or above `COMMENT_MAX_LENGTH` characters. */
function checkContent(content: string): string {
  const trimmed = content.trim();
  if (isBlank(trimmed)) throw invalid('content', 'missing', 'content must not be blank');
  if (isTooLong(trimmed)) {
    throw invalid('content', 'too_long', `content must not exceed ${COMMENT_MAX_LENGTH} characters`);
  }
  return trimmed;
}
