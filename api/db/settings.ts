// The instance's own values, by name.
import type { Db } from './client.ts';

/** The id of the installation. Its audio store holds the same id. */
export const INSTALLATION = 'installation_id';

/** The day and the random bytes that plays of the day are counted with; shared by all processes on a database. */
export const LISTENING_SALT = 'listening_salt';

/** Null when it is not set. */
export async function readSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps an existing value. */
export async function insertSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces an existing value. */
export async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Ignores a missing one. */
export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
