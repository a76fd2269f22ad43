// Writes that survive a lost network and a closed page: one row for each. Sent with `set(sendWriteAtom, 'addLike', body)`.
import type { Actions, AnswerOf, WriteName } from '../../api/contract/actions.ts';
import { type Change, change, EVERY } from './entities.ts';

export interface WriteRule<N extends WriteName> {
  /** Changes shown at once, until the server has answered. */
  shows?: (body: Actions[N]['body']) => Change[];
  /** Changes to known rows that follow from the answer. */
  settles?: (answer: AnswerOf<N>, body: Actions[N]['body']) => Change[];
  /** Ids of comments that the write deletes. */
  removes?: (body: Actions[N]['body']) => string[];
  /** A new write replaces an unsent one of the same slot. */
  slot?: (body: Actions[N]['body']) => string;
  /** Tags for `invalidateAtom` afterwards. */
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

/** `id` of a body: one, several or `all`, then up to the moment `until`. */
function news(
  table: 'notifications' | 'activities',
  id: string | readonly string[],
  until: string | undefined,
  fields: { isRead?: boolean; isRemoved?: boolean },
): Change[] {
  if (id !== 'all') return [id].flat().map((each) => change(table, each, (row) => ({ ...row, ...fields })));
  return [
    change(table, EVERY, (row) =>
      until !== undefined && row.createdAt > until ? row : { ...row, ...fields },
    ),
  ];
}

const WRITES: { [N in WriteName]?: WriteRule<N> } = {
  incrementPlay: {
    settles: ({ data: { plays } }, { trackId }) => [
      change('tracks', trackId, (track) => ({ ...track, plays })),
    ],
  },
  addLike: {
    shows: ({ like }) => liked(like.trackId, true),
    slot: ({ like }) => `like ${like.trackId}`,
    tags: () => ['likes'],
  },
  /** The track's id is sent as the like's. */
  removeLike: {
    shows: ({ likeId }) => liked(likeId, false),
    slot: ({ likeId }) => `like ${likeId}`,
    tags: () => ['likes'],
  },
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
  /** Text waits for a moderator; whether others may comment changes at once. */
  updateTrack: {
    shows: ({ trackId, updates: { allowComments } }) =>
      allowComments === undefined
        ? []
        : [change('tracks', trackId, (track) => ({ ...track, allowComments }))],
    slot: ({ trackId, updates }) =>
      `${updates.allowComments === undefined ? 'words' : 'comments'} ${trackId}`,
    tags: () => ['tracks', 'ownUploads'],
  },
  markNotificationAsRead: {
    shows: ({ notificationId, until }) => news('notifications', notificationId, until, { isRead: true }),
    tags: () => ['unread'],
  },
  removeNotification: {
    shows: ({ notificationId, until }) => news('notifications', notificationId, until, { isRemoved: true }),
    tags: () => ['notifications'],
  },
  markActivityAsRead: {
    shows: ({ activityId, until }) => news('activities', activityId, until, { isRead: true }),
  },
  removeActivity: {
    shows: ({ activityId, until }) => news('activities', activityId, until, { isRemoved: true }),
    tags: () => ['activities'],
  },
};

/** Adds rules of a feature; entries sent before show nothing at once. */
export const learnWrites = (rules: typeof WRITES): void => void Object.assign(WRITES, rules);

/** Name and body of an outbox entry. */
interface Sent {
  action: string;
  body: unknown;
}
export type AnyBody = Actions[WriteName]['body'];
export const ruleOf = (action: string) => WRITES[action as WriteName] as WriteRule<WriteName> | undefined;
export const shownBy = ({ action, body }: Sent): Change[] => ruleOf(action)?.shows?.(body as AnyBody) ?? [];
export const slotOf = ({ action, body }: Sent): string | undefined => ruleOf(action)?.slot?.(body as AnyBody);
