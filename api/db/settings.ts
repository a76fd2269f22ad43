// Values the installation keeps about itself, by name.
import type { Db } from './client.ts';

/** The id of the installation. Its audio store holds the same id. */
export const INSTALLATION = 'installation_id';

/** The day and the random bytes under which its plays are counted; all processes on one database share them. */
export const LISTENING_SALT = 'listening_salt';

/** null when nobody has written it. */
export async function readSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Leaves what is there already. */
export async function insertSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces what was there. */
export async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** One that nobody has written is fine. */
export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
