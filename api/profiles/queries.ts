// SQL of profiles: finding a person by id, name or old name, and changing oneself.
import { type AccountRow, findAccount, findAccountByName, isHeldName } from '../accounts/queries.ts';
import { usernameKey } from '../accounts/rules.ts';
import type { UserUpdates } from '../contract/actions.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import { renameInSearchRows } from '../db/searchRows.ts';
import { ApiError } from '../errors.ts';
import { normaliseTag } from '../uploads/fields.ts';
import { mergePreferences } from './preferences.ts';

/** Links with an old name work this long (K15). */
const OLD_NAME_MS = 30 * 24 * 3600 * 1000;

export async function findPerson(db: Db, idOrName: string, now: number): Promise<AccountRow | undefined> {
  const known = (await findAccount(db, idOrName)) ?? (await findAccountByName(db, idOrName));
  if (known) return known;
  const old = await db
    .selectFrom('old_usernames')
    .select('account_id')
    .where('username_key', '=', usernameKey(idOrName))
    .where('until', '>', now)
    .executeTakeFirst();
  return old && findAccount(db, old.account_id);
}

async function rename(db: Db, account: AccountRow, username: string, now: number): Promise<void> {
  const key = usernameKey(username);
  if (await isHeldName(db, username, account.id, now)) {
    throw new ApiError('username_taken', 'This username is taken');
  }
  try {
    await db
      .updateTable('accounts')
      .set({ username, username_key: key })
      .where('id', '=', account.id)
      .execute();
  } catch (error) {
    throw databaseFault(error) === 'duplicate'
      ? new ApiError('username_taken', 'This username is taken')
      : error;
  }
  if (key !== account.username_key) {
    const until = now + OLD_NAME_MS;
    await db
      .insertInto('old_usernames')
      .values({ username_key: account.username_key, account_id: account.id, until })
      .onConflict((conflict) =>
        conflict.column('username_key').doUpdateSet({ account_id: account.id, until }),
      )
      .execute();
  }
  await renameInSearchRows(db, account.id, username);
}

/** Call inside a transaction; `updates` are checked for length and form already, a new name by the caller. */
export async function updatePerson(
  db: Db,
  account: AccountRow,
  updates: UserUpdates,
  now: number,
): Promise<void> {
  if (updates.username !== undefined && updates.username !== account.username) {
    await rename(db, account, updates.username, now);
  }
  const tags = updates.tags?.map(normaliseTag).filter((tag) => tag !== null);
  const changes = {
    ...(updates.bio === undefined ? {} : { bio: updates.bio.trim() }),
    ...(tags === undefined ? {} : { tags_json: JSON.stringify([...new Set(tags)]) }),
    ...(updates.email === undefined ? {} : { email: updates.email }),
    ...(updates.preferences === undefined
      ? {}
      : {
          preferences_json: JSON.stringify(mergePreferences(account.preferences_json, updates.preferences)),
        }),
  };
  if (Object.keys(changes).length > 0) {
    await db.updateTable('accounts').set(changes).where('id', '=', account.id).execute();
  }
}
