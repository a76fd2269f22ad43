// Muting and blocking. The other person is not notified. A block also ends follows in both directions.
import { findAccount } from '../accounts/queries.ts';
import { implement, signedIn } from '../action.ts';
import { blockCalls } from '../contract/blocks.ts';
import { notFound } from '../errors.ts';
import { endFollows } from '../follows/store.ts';
import { refuseHidingOneself } from './policy.ts';
import { presentHiddenPerson } from './present.ts';
import { blocksOf } from './queries.ts';
import { putBlock, removeBlock } from './store.ts';

export const blockActions = implement(blockCalls, {
  async getHiddenPeople(_query, context) {
    return (await blocksOf(context.db, signedIn(context).accountId)).map(presentHiddenPerson);
  },

  async hidePerson({ userId, kind }, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    refuseHidingOneself(accountId, userId);
    if (!(await findAccount(db, userId))) throw notFound('User');
    await putBlock(db, { accountId, otherId: userId, kind }, now);
    if (kind === 'block') await endFollows(db, accountId, userId);
    const made = (await blocksOf(db, accountId)).find((row) => row.other_id === userId);
    if (!made) throw notFound('User');
    return presentHiddenPerson(made);
  },

  async showPerson({ userId }, context) {
    await removeBlock(context.db, signedIn(context).accountId, userId, context.now);
    return null;
  },
});
