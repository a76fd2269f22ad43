// What accounts hold of a person: the account itself, which goes last, because rows of others refer to it.
import { noteErased } from '../db/ledger.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedAccount, exportedOldName } from './present.ts';
import { accountRow, oldNamesOf } from './queries.ts';
import { removeAccount } from './store.ts';

export const personalAccounts: PersonalPart<'accounts' | 'old_usernames', 'account' | 'oldUsernames'> = {
  ...goesWithTheAccount,
  columns: { accounts: [], old_usernames: ['account_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    account: exportedAccount(await accountRow(db, id)),
    oldUsernames: (await oldNamesOf(db, id)).map(exportedOldName),
  }),
  async eraseOf(db, id, now) {
    await removeAccount(db, id);
    await noteErased(db, 'account', [id], now);
    return [];
  },
};
