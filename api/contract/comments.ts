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
  /** Same as `likes`, under the name the admin tables use. */
  likeCount: z.number(),
  /** Whether the viewer likes it. */
  isLiked: z.boolean(),
});
export type CommentView = z.output<typeof commentView>;

/** The track's number of comments after the change. */
const count = z.strictObject({ commentsCount: z.number() });

export const commentCalls = {
  /** Newest first; `not_found` for a missing track. */
  getComments: get({
    access: 'public',
    query: z.object({ trackId: id('trackId'), cursor }),
    data: z.array(commentView),
    extra: page,
  }),

  addComment: post({
    access: 'guest',
    rate: 'comment',
    // The action trims it and then counts characters.
    body: z.object({ trackId: id('trackId'), content: shownText('content', COMMENT_MAX_UNITS) }),
    data: commentView,
    extra: count,
  }),

  /** By its author, by the owner of the track, or by a moderator. */
  deleteComment: post({
    access: 'ownerOrModerator',
    /** Rule and reason are a moderator's; the author sees them. */
    body: z.object({
      commentId: id('commentId'),
      /** Default: `OTHER_RULE`. */
      ruleId: z.optional(id('ruleId')),
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
    }),
    data: z.strictObject({ commentId: z.string(), trackId: z.string() }),
    extra: count,
  }),
};
