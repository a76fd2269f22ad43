// Likes and bookmarks. The owner is notified once, however often the reaction is removed and repeated.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { refuseBlocked } from '../blocks/policy.ts';
import { blockOf } from '../blocks/queries.ts';
import { findComment } from '../comments/queries.ts';
import { reactionCalls } from '../contract/reactions.ts';
import { notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { wasNotified } from '../notifications/queries.ts';
import { findTrackOwner } from '../tracks/queries.ts';
import { refuseForeignReaction } from './policy.ts';
import { presentCommentLike, presentTrackReaction } from './present.ts';
import {
  addCommentReaction,
  addTrackReaction,
  removeCommentReaction,
  removeTrackReaction,
  type TrackReaction,
} from './store.ts';

async function addReaction(context: ActionContext, kind: TrackReaction, trackId: string) {
  const { accountId } = signedIn(context);
  const { db, now } = context;
  const track = await findTrackOwner(db, trackId, accountId);
  if (!track) throw notFound('Track');
  const ownerId = track.account_id;
  refuseBlocked(await blockOf(db, ownerId, accountId));
  const made = await addTrackReaction(db, kind, { trackId, ownerId, accountId }, now);
  if (made.isNew) {
    const subject = { trackId, trackTitle: track.title };
    const type = kind === 'likes' ? 'like' : 'bookmark';
    await recordActivity(db, { accountId, type: `my_${type}`, otherAccountId: ownerId, ...subject }, now);
    const news = { accountId: ownerId, type, actorId: accountId, ...subject } as const;
    if (!(await wasNotified(db, news))) await notify(db, news, now);
  }
  return presentTrackReaction(made);
}

async function removeReaction(context: ActionContext, kind: TrackReaction, id: string): Promise<null> {
  refuseForeignReaction(await removeTrackReaction(context.db, kind, id, signedIn(context).accountId));
  return null;
}

export const reactionActions = implement(reactionCalls, {
  addLike: ({ like }, context) => addReaction(context, 'likes', like.trackId),
  removeLike: ({ likeId }, context) => removeReaction(context, 'likes', likeId),
  addBookmark: ({ bookmark }, context) => addReaction(context, 'bookmarks', bookmark.trackId),
  removeBookmark: ({ bookmarkId }, context) => removeReaction(context, 'bookmarks', bookmarkId),

  async addCommentLike({ like: { commentId } }, context) {
    const { accountId } = signedIn(context);
    const comment = await findComment(context.db, commentId, accountId);
    if (!comment) throw notFound('Comment');
    refuseBlocked(await blockOf(context.db, comment.account_id, accountId));
    return presentCommentLike(await addCommentReaction(context.db, { commentId, accountId }, context.now));
  },

  async removeCommentLike({ likeId }, context) {
    refuseForeignReaction(await removeCommentReaction(context.db, likeId, signedIn(context).accountId));
    return null;
  },
});
