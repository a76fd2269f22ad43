// Liking and bookmarking. The owner hears of a mark once, however often it is taken back and made again.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/record.ts';
import { findComment } from '../comments/queries.ts';
import { reactionCalls } from '../contract/actions/reactions.ts';
import type { TrackMarkView } from '../contract/people.ts';
import { forbidden, notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { findTrackOwner } from '../tracks/queries.ts';
import {
  addCommentMark,
  addTrackMark,
  type Removal,
  removeCommentMark,
  removeTrackMark,
  type TrackMark,
} from './marks.ts';

async function wasTold(
  context: ActionContext,
  type: string,
  ownerId: string,
  trackId: string,
): Promise<boolean> {
  const told = await context.db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', ownerId)
    .where('actor_id', '=', signedIn(context).accountId)
    .where('type', '=', type)
    .where('track_id', '=', trackId)
    .executeTakeFirst();
  return told !== undefined;
}

async function mark(context: ActionContext, kind: TrackMark, trackId: string): Promise<TrackMarkView> {
  const { accountId } = signedIn(context);
  const { db, now } = context;
  const track = await findTrackOwner(db, trackId);
  if (!track) throw notFound('Track');
  const ownerId = track.account_id;
  const {
    id,
    created_at: createdAt,
    isNew,
  } = await addTrackMark(db, kind, { trackId, ownerId, accountId }, now);
  if (isNew) {
    const subject = { trackId, trackTitle: track.title };
    const type = kind === 'likes' ? 'like' : 'bookmark';
    await recordActivity(db, { accountId, type: `my_${type}`, otherAccountId: ownerId, ...subject }, now);
    if (!(await wasTold(context, type, ownerId, trackId))) {
      await notify(db, { accountId: ownerId, type, actorId: accountId, ...subject }, now);
    }
  }
  return { id, trackId, userId: accountId, createdAt: new Date(createdAt).toISOString() };
}

function checkRemoval(removal: Removal): null {
  if (removal === 'foreign') throw forbidden('This mark belongs to somebody else');
  return null;
}

export const reactionActions = implement(reactionCalls, {
  addLike: ({ like }, context) => mark(context, 'likes', like.trackId),

  removeLike: async ({ likeId }, context) =>
    checkRemoval(await removeTrackMark(context.db, 'likes', likeId, signedIn(context).accountId)),

  addBookmark: ({ bookmark }, context) => mark(context, 'bookmarks', bookmark.trackId),

  removeBookmark: async ({ bookmarkId }, context) =>
    checkRemoval(await removeTrackMark(context.db, 'bookmarks', bookmarkId, signedIn(context).accountId)),

  async addCommentLike({ like: { commentId } }, context) {
    const { accountId } = signedIn(context);
    if (!(await findComment(context.db, commentId, accountId))) throw notFound('Comment');
    const { id, created_at } = await addCommentMark(context.db, { commentId, accountId }, context.now);
    return { id, commentId, userId: accountId, createdAt: new Date(created_at).toISOString() };
  },

  removeCommentLike: async ({ likeId }, context) =>
    checkRemoval(await removeCommentMark(context.db, likeId, signedIn(context).accountId)),
});
