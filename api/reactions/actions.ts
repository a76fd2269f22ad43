// Likes and bookmarks. The owner is notified once, however often the reaction is removed and repeated.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { refuseBlocked } from '../blocks/policy.ts';
import { blockOf } from '../blocks/queries.ts';
import { findComment } from '../comments/queries.ts';
import { reactionCalls } from '../contract/reactions.ts';
import { notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { wasTold } from '../notifications/queries.ts';
import { findTrackOwner } from '../tracks/queries.ts';
import { refuseForeignMark } from './policy.ts';
import { presentCommentLike, presentTrackMark } from './present.ts';
import { addCommentMark, addTrackMark, removeCommentMark, removeTrackMark, type TrackMark } from './store.ts';

async function mark(context: ActionContext, kind: TrackMark, trackId: string) {
  const { accountId } = signedIn(context);
  const { db, now } = context;
  const track = await findTrackOwner(db, trackId, accountId);
  if (!track) throw notFound('Track');
  const ownerId = track.account_id;
  refuseBlocked(await blockOf(db, ownerId, accountId));
  const made = await addTrackMark(db, kind, { trackId, ownerId, accountId }, now);
  if (made.isNew) {
    const subject = { trackId, trackTitle: track.title };
    const type = kind === 'likes' ? 'like' : 'bookmark';
    await recordActivity(db, { accountId, type: `my_${type}`, otherAccountId: ownerId, ...subject }, now);
    const news = { accountId: ownerId, type, actorId: accountId, ...subject } as const;
    if (!(await wasTold(db, news))) await notify(db, news, now);
  }
  return presentTrackMark(made);
}

async function unmark(context: ActionContext, kind: TrackMark, id: string): Promise<null> {
  refuseForeignMark(await removeTrackMark(context.db, kind, id, signedIn(context).accountId));
  return null;
}

export const reactionActions = implement(reactionCalls, {
  addLike: ({ like }, context) => mark(context, 'likes', like.trackId),
  removeLike: ({ likeId }, context) => unmark(context, 'likes', likeId),
  addBookmark: ({ bookmark }, context) => mark(context, 'bookmarks', bookmark.trackId),
  removeBookmark: ({ bookmarkId }, context) => unmark(context, 'bookmarks', bookmarkId),

  async addCommentLike({ like: { commentId } }, context) {
    const { accountId } = signedIn(context);
    const comment = await findComment(context.db, commentId, accountId);
    if (!comment) throw notFound('Comment');
    refuseBlocked(await blockOf(context.db, comment.account_id, accountId));
    return presentCommentLike(await addCommentMark(context.db, { commentId, accountId }, context.now));
  },

  async removeCommentLike({ likeId }, context) {
    refuseForeignMark(await removeCommentMark(context.db, likeId, signedIn(context).accountId));
    return null;
  },
});
