// Shown results of a profile's writes until the server has answered, and the lists they make stale. Loaded with the
// first write.
import type { UserView } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import { change } from '../../state/entities.ts';
import { withParts } from '../../state/preferences.ts';
import { learnWrites } from '../../state/writes.ts';

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

/** Names of the fields in a change of an account, including those within sections. */
function fieldsIn(updates: object): string {
  return JSON.stringify(updates, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 0,
  );
}

learnWrites({
  addFollow: {
    shows: ({ follow }) => followed(follow.followingId, true),
    slot: ({ follow }) => `follow ${follow.followingId}`,
    tags: () => ['follows'],
  },
  /** The follow has the account's id. */
  removeFollow: {
    shows: ({ followId }) => followed(followId, false),
    slot: ({ followId }) => `follow ${followId}`,
    tags: () => ['follows'],
  },
  updateUser: {
    shows: ({ userId, updates }) => [
      change('people', userId, (person) => withUpdates(person, updates)),
      change('preferences', userId, (current) => withParts(current, updates.preferences)),
    ],
    settles: ({ data: person }) => [change('people', person.id, () => person)],
    slot: ({ userId, updates }) => `user ${userId} ${fieldsIn(updates)}`,
    tags: ({ updates }) => (updates.username === undefined ? [] : ['tracks', 'session']),
  },
  addTrack: { slot: ({ track }) => `words ${track.id}`, tags: () => ['ownUploads'] },
});
