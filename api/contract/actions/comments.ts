// Writing, reading and taking back comments.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { cursor, page } from '../fields.ts';
import { COMMENT_MAX_LENGTH } from '../limits.ts';
import { id, text } from '../text.ts';
import { commentView } from '../views/people.ts';

export const commentCalls = {
  /** Newest first. */
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
    body: z.object({ trackId: id('trackId'), content: text('content', COMMENT_MAX_LENGTH * 4) }),
    data: commentView,
  }),

  /** By its author, by the owner of the track, or by a moderator. */
  deleteComment: post({
    access: 'ownerOrModerator',
    body: z.object({ commentId: id('commentId') }),
    data: z.strictObject({ commentId: z.string() }),
  }),
};
