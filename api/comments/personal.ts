// What comments hold of a person.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedComment } from './present.ts';
import { storedCommentsOf } from './queries.ts';
import { uncountCommentsOf } from './store.ts';

export const personalComments: PersonalPart<'comments', 'comments'> = {
  ...goesWithTheAccount,
  columns: { comments: ['account_id'] },
  missed: ['comments'],
  exportOf: async (db, id) => ({ comments: (await storedCommentsOf(db, id)).map(exportedComment) }),
  async eraseOf(db, id) {
    await uncountCommentsOf(db, id);
    return [];
  },
};
