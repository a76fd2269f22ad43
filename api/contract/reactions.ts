// Likes and bookmarks. Adding twice answers the existing reaction; removing a missing one is no error.
import * as z from 'zod/mini';
import { post } from './call.ts';
import { id, isoTime } from './fields.ts';

/** A like or bookmark of the viewer. */
export const trackReactionView = z.strictObject({
  id: z.string(),
  trackId: z.string(),
  userId: z.string(),
  createdAt: isoTime,
});
export type TrackReactionView = z.output<typeof trackReactionView>;

/** A comment like of the viewer. */
export const commentLikeView = z.strictObject({
  id: z.string(),
  commentId: z.string(),
  userId: z.string(),
  createdAt: isoTime,
});
export type CommentLikeView = z.output<typeof commentLikeView>;

const track = (what: string) => z.object({ trackId: id('trackId') }, `${what} must be an object`);

export const reactionCalls = {
  addLike: post({
    access: 'guest',
    rate: 'like',
    body: z.object({ like: track('like') }),
    data: trackReactionView,
  }),

  /** `likeId` is the id of the like or of the track. */
  removeLike: post({ access: 'owner', body: z.object({ likeId: id('likeId') }), data: z.null() }),

  addBookmark: post({
    access: 'guest',
    body: z.object({ bookmark: track('bookmark') }),
    data: trackReactionView,
  }),

  /** `bookmarkId` is the id of the bookmark or of the track. */
  removeBookmark: post({
    access: 'owner',
    body: z.object({ bookmarkId: id('bookmarkId') }),
    data: z.null(),
  }),

  addCommentLike: post({
    access: 'guest',
    rate: 'like',
    body: z.object({ like: z.object({ commentId: id('commentId') }, 'like must be an object') }),
    data: commentLikeView,
  }),

  /** `likeId` is the id of the like or of the comment. */
  removeCommentLike: post({
    access: 'owner',
    body: z.object({ likeId: id('likeId') }),
    data: z.null(),
  }),
};
