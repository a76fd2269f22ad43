// Checks that the server's key belongs to this database, which stores a check value of it. A missing or different key is never
// replaced silently: consent links would stop working and the audit log could not be verified.
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
  'Nothing was changed. Copy the key from a backup or from another server of this installation. Only if it is lost: start ' +
  'once with SERVER_KEY_REPLACE=on. Consent links then stop working, and the existing audit log cannot be verified.';

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

/** Whether the database was written with `keys`; null when unknown. */
export async function keyFits(db: Db, keys: ServerKeys): Promise<boolean | null> {
  const known = await readSetting(db, KEY_CHECK);
  return known === null ? auditIsUnder(db, keys.audit) : known === keys.check;
}

/** Stores the check value of this key. */
export const noteKey = (db: Db, keys: ServerKeys): Promise<void> => writeSetting(db, KEY_CHECK, keys.check);

/** Creates the key of a new database. Throws a sentence when the key of an existing one is missing or different. */
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
