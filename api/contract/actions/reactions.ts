// Liking and bookmarking. Adding again answers the mark that is there; removing what is gone is no error.
import * as z from 'zod/mini';
import { post } from '../call.ts';
import { id } from '../text.ts';
import { commentLikeView, trackMarkView } from '../views/people.ts';

const track = (what: string) => z.object({ trackId: id('trackId') }, `${what} must be an object`);

export const reactionCalls = {
  addLike: post({
    access: 'guest',
    rate: 'like',
    body: z.object({ like: track('like') }),
    data: trackMarkView,
  }),

  /** `likeId` is the mark's id or the track's. */
  removeLike: post({ access: 'owner', body: z.object({ likeId: id('likeId') }), data: z.null() }),

  addBookmark: post({
    access: 'guest',
    body: z.object({ bookmark: track('bookmark') }),
    data: trackMarkView,
  }),

  /** `bookmarkId` is the mark's id or the track's. */
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

  /** `likeId` is the mark's id or the comment's. */
  removeCommentLike: post({
    access: 'owner',
    body: z.object({ likeId: id('likeId') }),
    data: z.null(),
  }),
};
