// Writes that survive a lost network and a closed page: one row for each. Sent with `set(sendWriteAtom, 'addLike', body)`.
import type { Actions, AnswerOf, WriteName } from '../../api/contract/actions.ts';
import { type Change, change } from './entities.ts';

export interface WriteRule<N extends WriteName> {
  /** What a person sees at once, until the server has decided. */
  shows?: (body: Actions[N]['body']) => Change[];
  /** What the answer tells about rows that are known. */
  settles?: (answer: AnswerOf<N>, body: Actions[N]['body']) => Change[];
  /** Comments that are gone with it, for good. */
  removes?: (body: Actions[N]['body']) => string[];
  /** An unsent write of the same slot is replaced: only the last word counts. */
  slot?: (body: Actions[N]['body']) => string;
  /** What is out of date afterwards: `invalidateAtom`. */
  tags?: (body: Actions[N]['body']) => string[];
}

const liked = (trackId: string, isLiked: boolean) => [
  change('tracks', trackId, (track) =>
    track.isLiked === isLiked
      ? track
      : { ...track, isLiked, likes: Math.max(0, track.likes + (isLiked ? 1 : -1)) },
  ),
];
const bookmarked = (trackId: string, isBookmarked: boolean) => [
  change('tracks', trackId, (track) => ({ ...track, isBookmarked })),
];

const commentLiked = (id: string, isLiked: boolean) => [
  change('comments', id, (comment) => {
    const likes = Math.max(0, comment.likes + (isLiked ? 1 : -1));
    return comment.isLiked === isLiked ? comment : { ...comment, isLiked, likes, likeCount: likes };
  }),
];
const commented = (trackId: string, count: (before: number) => number) => [
  change('tracks', trackId, (track) => ({
    ...track,
    commentsCount: Math.max(0, count(track.commentsCount)),
  })),
];
/** The wire does not ask for the track; what is shown until the answer does. */
type Removal = Actions['deleteComment']['body'] & { trackId?: string };

const WRITES: { [N in WriteName]?: WriteRule<N> } = {
  incrementPlay: {
    settles: ({ data: { plays } }, { trackId }) => [
      change('tracks', trackId, (track) => ({ ...track, plays })),
    ],
  },
  addLike: {
    shows: ({ like }) => liked(like.trackId, true),
    slot: ({ like }) => `like ${like.trackId}`,
  },
  /** The track's id stands for the mark's. */
  removeLike: { shows: ({ likeId }) => liked(likeId, false), slot: ({ likeId }) => `like ${likeId}` },
  addBookmark: {
    shows: ({ bookmark }) => bookmarked(bookmark.trackId, true),
    slot: ({ bookmark }) => `bookmark ${bookmark.trackId}`,
    tags: () => ['bookmarks'],
  },
  removeBookmark: {
    shows: ({ bookmarkId }) => bookmarked(bookmarkId, false),
    slot: ({ bookmarkId }) => `bookmark ${bookmarkId}`,
    tags: () => ['bookmarks'],
  },
  addComment: {
    shows: ({ trackId }) => commented(trackId, (before) => before + 1),
    settles: ({ commentsCount }, { trackId }) => commented(trackId, () => commentsCount),
    tags: ({ trackId }) => [`comments:${trackId}`],
  },
  deleteComment: {
    shows: (body: Removal) => commented(body.trackId ?? '', (before) => before - 1),
    settles: ({ data, commentsCount }) => commented(data.trackId, () => commentsCount),
    removes: ({ commentId }) => [commentId],
  },
  addCommentLike: {
    shows: ({ like }) => commentLiked(like.commentId, true),
    slot: ({ like }) => `like ${like.commentId}`,
  },
  /** The comment's id stands for the mark's. */
  removeCommentLike: {
    shows: ({ likeId }) => commentLiked(likeId, false),
    slot: ({ likeId }) => `like ${likeId}`,
  },
};

/** What the outbox knows of an entry is a name and a body. */
interface Sent {
  action: string;
  body: unknown;
}
export type AnyBody = Actions[WriteName]['body'];
export const ruleOf = (action: string) => WRITES[action as WriteName] as WriteRule<WriteName> | undefined;
export const shownBy = ({ action, body }: Sent): Change[] => ruleOf(action)?.shows?.(body as AnyBody) ?? [];
export const slotOf = ({ action, body }: Sent): string | undefined => ruleOf(action)?.slot?.(body as AnyBody);
