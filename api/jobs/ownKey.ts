// The server's key belongs to one database, which knows it by a check value. A key that is missing or another one is never
// replaced in silence: consent links would end, and the audit log would read as broken.
import { join } from 'node:path';
import { nameOf } from '../databaseUrl.ts';
import { isUsed } from '../db/alive.ts';
import { auditIsUnder } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import { insertSetting, readSetting, writeSetting } from '../db/settings.ts';
import type { Env } from '../env.ts';
import { KEY_FILE, openServerKeys, readServerKey, type ServerKeys } from '../storage/serverKey.ts';

const KEY_CHECK = 'server_key_check';

type Places = Pick<Env, 'databaseFile' | 'postgres' | 'dataDirectory' | 'replacesServerKey'>;

const REMEDY =
  'Nothing was changed. Copy it back from a backup, or from another process of this installation. Only if it is lost for ' +
  'good: start once with SERVER_KEY_REPLACE=on; consent links end then, and the audit log so far cannot be verified.';

function sentence({ postgres, databaseFile, dataDirectory }: Places, isMissing: boolean): Error {
  const database = nameOf(
    postgres ? { kind: 'postgres', url: postgres.url } : { kind: 'sqlite', file: databaseFile },
  );
  const key = join(dataDirectory, KEY_FILE);
  return new Error(
    isMissing
      ? `${key} is missing, and the database ${database} (DATABASE_URL) is not new. ${REMEDY}`
      : `${key} is not the key of the database ${database} (DATABASE_URL). ${REMEDY}`,
  );
}

/** Whether the database was written under `keys`; null when it does not say. */
export async function keyFits(db: Db, keys: ServerKeys): Promise<boolean | null> {
  const known = await readSetting(db, KEY_CHECK);
  return known === null ? auditIsUnder(db, keys.audit) : known === keys.check;
}

/** From now on the database knows this key. */
export const noteKey = (db: Db, keys: ServerKeys): Promise<void> => writeSetting(db, KEY_CHECK, keys.check);

/** The key of a new database is made here. Throws a sentence when that of any other is missing or another one. */
export async function openOwnKeys(db: Db, places: Places): Promise<ServerKeys> {
  const { dataDirectory, replacesServerKey } = places;
  const isThere = readServerKey(dataDirectory) !== null;
  const isKnown = (await readSetting(db, KEY_CHECK)) !== null;
  if (!isThere && !replacesServerKey && (isKnown || (await isUsed(db)))) throw sentence(places, true);
  const keys = openServerKeys(dataDirectory);
  if (replacesServerKey) await noteKey(db, keys);
  else if ((await keyFits(db, keys)) === false) throw sentence(places, false);
  await insertSetting(db, KEY_CHECK, keys.check);
  return keys;
}
