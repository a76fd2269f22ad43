// Comments.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { COMMENT_MAX_UNITS } from './commentText.ts';
import { cursor, id, isoTime, page, shownText } from './fields.ts';
import { REASON_MAX_LENGTH } from './limits.ts';
import { trackUser } from './tracks.ts';

export const commentView = z.strictObject({
  id: z.string(),
  content: z.string(),
  user: trackUser,
  trackId: z.string(),
  trackTitle: z.string(),
  createdAt: isoTime,
  likes: z.number(),
  /** The admin tables' name of `likes`. */
  likeCount: z.number(),
  /** Whether the viewer likes it. */
  isLiked: z.boolean(),
});
export type CommentView = z.output<typeof commentView>;

/** Beside a comment that came or went: how many its track has now. */
const count = z.strictObject({ commentsCount: z.number() });

export const commentCalls = {
  /** Newest first; `not_found` for a track that is not there. */
  getComments: get({
    access: 'public',
    query: z.object({ trackId: id('trackId'), cursor }),
    data: z.array(commentView),
    beside: page,
  }),

  addComment: post({
    access: 'guest',
    rate: 'comment',
    // Spaces around it do not count; the action measures what is left.
    body: z.object({ trackId: id('trackId'), content: shownText('content', COMMENT_MAX_UNITS) }),
    data: commentView,
    beside: count,
  }),

  /** By its author, by the owner of the track, or by a moderator. */
  deleteComment: post({
    access: 'ownerOrModerator',
    /** The reason is a moderator's, and told to the author. */
    body: z.object({
      commentId: id('commentId'),
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
    }),
    data: z.strictObject({ commentId: z.string(), trackId: z.string() }),
    beside: count,
  }),
};
