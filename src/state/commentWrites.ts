// Optimistic changes of writing, deleting and liking comments. Loaded with the comments; importing it registers them.
import type { Actions } from '../../api/contract/actions.ts';
import { change } from './entities.ts';
import { learnWrites } from './writes.ts';

const liked = (id: string, isLiked: boolean) => [
  change('comments', id, (comment) => {
    const likes = Math.max(0, comment.likes + (isLiked ? 1 : -1));
    return comment.isLiked === isLiked ? comment : { ...comment, isLiked, likes, likeCount: likes };
  }),
];

const counted = (trackId: string, count: (before: number) => number) => [
  change('tracks', trackId, (track) => ({
    ...track,
    commentsCount: Math.max(0, count(track.commentsCount)),
  })),
];

/** `trackId` is not sent; the optimistic change needs it. */
type Removal = Actions['deleteComment']['body'] & { trackId?: string };

learnWrites({
  addComment: {
    shows: ({ trackId }) => counted(trackId, (before) => before + 1),
    settles: ({ commentsCount }, { trackId }) => counted(trackId, () => commentsCount),
    tags: ({ trackId }) => [`comments:${trackId}`],
  },
  deleteComment: {
    shows: (body: Removal) => counted(body.trackId ?? '', (before) => before - 1),
    settles: ({ data, commentsCount }) => counted(data.trackId, () => commentsCount),
    removes: ({ commentId }) => [commentId],
  },
  addCommentLike: {
    shows: ({ like }) => liked(like.commentId, true),
    slot: ({ like }) => `like ${like.commentId}`,
  },
  /** The comment's id is sent as the like's. */
  removeCommentLike: {
    shows: ({ likeId }) => liked(likeId, false),
    slot: ({ likeId }) => `like ${likeId}`,
  },
});
