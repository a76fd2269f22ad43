// Writes that survive a lost network and a closed page: one row for each. Sent with `set(sendWriteAtom, 'addLike', body)`.
import type { Preferences, UserView } from '../../api/contract/accounts.ts';
import type { Actions, WriteName } from '../../api/contract/actions.ts';
import { type Change, change } from './entities.ts';

export interface WriteRule<N extends WriteName> {
  /** What a person sees at once, until the server has decided. */
  shows?: (body: Actions[N]['body']) => Change[];
  /** What the answer tells about rows that are known. */
  settles?: (data: Actions[N]['data'], body: Actions[N]['body']) => Change[];
  /** An unsent write of the same slot is replaced: only the last word counts. */
  slot?: (body: Actions[N]['body']) => string;
  /** What is out of date afterwards: `invalidateAtom`. */
  tags?: (body: Actions[N]['body']) => string[];
}

const liked = (trackId: string, isLiked: boolean) => [
  change('tracks', trackId, (track) =>
    track.isLiked === isLiked ? track : { ...track, isLiked, likes: track.likes + (isLiked ? 1 : -1) },
  ),
];
const bookmarked = (trackId: string, isBookmarked: boolean) => [
  change('tracks', trackId, (track) => ({ ...track, isBookmarked })),
];

const followed = (userId: string | undefined, isFollowed: boolean) => [
  change('people', userId ?? '', (person) =>
    person.isFollowed === isFollowed
      ? person
      : { ...person, isFollowed, followersCount: person.followersCount + (isFollowed ? 1 : -1) },
  ),
];

type UserUpdates = Actions['updateUser']['body']['updates'];

const withUpdates = (person: UserView, { username, bio, tags }: UserUpdates): UserView => ({
  ...person,
  username: username ?? person.username,
  bio: bio ?? person.bio,
  tags: tags ?? person.tags,
});

/** Sections of preferences are changed a field at a time. */
function withPreferences<Kept extends Preferences>(kept: Kept, updates: UserUpdates['preferences']): Kept {
  const { notifications, privacy, playback } = updates ?? {};
  return {
    ...kept,
    notifications: Object.assign({}, kept.notifications, notifications),
    privacy: Object.assign({}, kept.privacy, privacy),
    playback: Object.assign({}, kept.playback, playback),
  };
}

const WRITES: { [N in WriteName]?: WriteRule<N> } = {
  incrementPlay: {
    settles: ({ plays }, { trackId }) => [change('tracks', trackId, (track) => ({ ...track, plays }))],
  },
  addLike: {
    shows: ({ like }) => liked(like.trackId, true),
    slot: ({ like }) => `like ${like.trackId}`,
    tags: () => ['likes'],
  },
  /** The track's id stands for the mark's. */
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
  addFollow: {
    shows: ({ follow }) => followed(follow.followingId, true),
    slot: ({ follow }) => `follow ${follow.followingId}`,
    tags: () => ['follows'],
  },
  /** The person's id stands for the follow's. */
  removeFollow: {
    shows: ({ followId }) => followed(followId, false),
    slot: ({ followId }) => `follow ${followId}`,
    tags: () => ['follows'],
  },
  updateUser: {
    shows: ({ userId, updates }) => [
      change('people', userId, (person) => withUpdates(person, updates)),
      change('preferences', userId, (kept) => withPreferences(kept, updates.preferences)),
    ],
    settles: (person) => [change('people', person.id, () => person)],
    slot: ({ userId, updates }) => `user ${userId} ${fieldsIn(updates)}`,
    tags: ({ updates }) => (updates.username === undefined ? [] : ['tracks', 'session']),
  },
  /** What waits for a moderator is heard as it was. */
  updateTrack: { slot: ({ trackId }) => `words ${trackId}`, tags: () => ['tracks', 'ownUploads'] },
  addTrack: { slot: ({ track }) => `words ${track.id}`, tags: () => ['ownUploads'] },
};

/** Names of the fields that a change of an account gives, those within sections included. */
function fieldsIn(updates: object): string {
  return JSON.stringify(updates, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 0,
  );
}

/** What the outbox knows of an entry is a name and a body. */
interface Sent {
  action: string;
  body: unknown;
}
export type AnyBody = Actions[WriteName]['body'];
export const ruleOf = (action: string) => WRITES[action as WriteName] as WriteRule<WriteName> | undefined;
export const shownBy = ({ action, body }: Sent): Change[] => ruleOf(action)?.shows?.(body as AnyBody) ?? [];
export const slotOf = ({ action, body }: Sent): string | undefined => ruleOf(action)?.slot?.(body as AnyBody);
