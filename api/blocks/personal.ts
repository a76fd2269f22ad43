// What blocks hold of a person.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedBlock } from './present.ts';
import { blocksOf } from './queries.ts';
import { dropDoubleBlocks } from './store.ts';

export const personalBlocks: PersonalPart<'blocks', 'hiddenPeople'> = {
  ...goesWithTheAccount,
  columns: { blocks: ['account_id', 'other_id'] },
  missed: ['blocks'],
  exportOf: async (db, id) => ({ hiddenPeople: (await blocksOf(db, id)).map(exportedBlock) }),
  dropDoubles: dropDoubleBlocks,
};
