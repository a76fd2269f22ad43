// What follows hold of a person.
import type { PersonalPart } from '../db/personal.ts';
import { withoutHints } from '../db/quietChanges.ts';
import { exportedFollow } from './present.ts';
import { followsOf } from './queries.ts';
import { dropDoubleFollows, uncountFollowsOf } from './store.ts';

export const personalFollows: PersonalPart<'follows', 'follows'> = {
  columns: { follows: ['follower_id', 'following_id'] },
  missed: ['follows'],
  exportOf: async (db, id) => ({ follows: (await followsOf(db, id)).map(exportedFollow) }),
  async eraseOf(db, id) {
    await withoutHints(db, () => uncountFollowsOf(db, id));
    return [];
  },
  dropDoubles: dropDoubleFollows,
};
