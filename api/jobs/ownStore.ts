// Checks that the audio store belongs to this database: both store the id of their installation. Call before deleting audio:
// with a wrong or empty database every file looks like a leftover.
import { randomUUID } from 'node:crypto';
import { nameOf } from '../databaseUrl.ts';
import type { Db } from '../db/client.ts';
import { INSTALLATION, insertSetting, readSetting } from '../db/settings.ts';
import type { Env } from '../env.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { placeName } from '../storageUrl.ts';
import { firstTrackFiles } from '../tracks/fileQueries.ts';
import { firstWaitingFiles } from '../uploads/queries.ts';

/** Number of rows whose files are checked when an id is missing. */
const SAMPLED_ROWS = 100;

type Places = Pick<Env, 'databaseFile' | 'postgres' | 'storage' | 'formerStorage' | 'adoptsStorage'>;
type Pair = { db: Db; blobs: Pick<BlobStore, 'owners' | 'claim' | 'list' | 'stat'>; env: Places };

/** The database and the store do not belong together. The message is for the operator. */
export class StoreMismatch extends Error {
  override name = 'StoreMismatch';
}

const databaseName = ({ postgres, databaseFile }: Places): string =>
  nameOf(postgres ? { kind: 'postgres', url: postgres.url } : { kind: 'sqlite', file: databaseFile });

const storeName = ({ storage, formerStorage }: Places): string =>
  formerStorage === null
    ? `${placeName(storage)} (STORAGE_URL)`
    : `${placeName(storage)} (STORAGE_URL) with ${placeName(formerStorage)} (STORAGE_FORMER_URL)`;

const REMEDY = 'Correct the wrong variable. If both are right, start once with STORAGE_ADOPT=on.';

function mismatch(env: Places, kind: 'foreign' | 'empty' | 'missing'): StoreMismatch {
  const database = `database ${databaseName(env)} (DATABASE_URL)`;
  const store = `audio store ${storeName(env)}`;
  const sentence = {
    foreign: `The ${database} and the ${store} belong to different installations.`,
    empty: `The ${database} is empty, but the ${store} holds recordings.`,
    missing: `The ${store} does not hold the recordings that the ${database} names.`,
  };
  return new StoreMismatch(`${sentence[kind]} Nothing was changed. ${REMEDY}`);
}

async function isFilled(blobs: Pair['blobs']): Promise<boolean> {
  for await (const _name of blobs.list()) return true;
  return false;
}

/** Throws unless the store holds the files that rows name, or both are empty. */
async function proveByFiles({ db, blobs, env }: Pair): Promise<void> {
  const files = [
    ...(await firstTrackFiles(db, SAMPLED_ROWS)),
    ...(await firstWaitingFiles(db, SAMPLED_ROWS)),
  ];
  if (files.length === 0) {
    if (await isFilled(blobs)) throw mismatch(env, 'empty');
    return;
  }
  let found = 0;
  for (const file of files) if (await blobs.stat(file)) found++;
  if (found * 2 < files.length) throw mismatch(env, 'missing');
}

/** The same id for processes that start at the same time. */
async function ownId(db: Db, wanted: string): Promise<string> {
  await insertSetting(db, INSTALLATION, wanted);
  return (await readSetting(db, INSTALLATION)) ?? wanted;
}

/**
 * Throws `StoreMismatch` when the store does not belong to this database. If one side has no id, both get one, provided that the
 * store has the files that rows name or that both are empty. Errors of the store pass through.
 */
export async function matchStore(pair: Pair): Promise<void> {
  const { db, blobs, env } = pair;
  const owners = await blobs.owners();
  const marked = [...new Set(owners.filter((owner) => owner !== null))];
  const known = await readSetting(db, INSTALLATION);
  if (env.adoptsStorage) {
    // A database without an id gets a new one, so that it cannot match another store by chance.
    const id = known ?? (await ownId(db, randomUUID()));
    if (owners.some((owner) => owner !== id)) await blobs.claim(id);
    return;
  }
  if (marked.length > 1 || (known !== null && marked.some((owner) => owner !== known)))
    throw mismatch(env, 'foreign');
  if (known === null || marked.length === 0) await proveByFiles(pair);
  const id = known ?? (await ownId(db, marked[0] ?? randomUUID()));
  if (owners.some((owner) => owner === null)) await blobs.claim(id);
}
