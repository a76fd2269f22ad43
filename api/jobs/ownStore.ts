// Whether the audio store is this database's. Both hold the id of their installation; whatever deletes audio asks here
// first, because a wrong or empty database makes every file look like a leftover.
import { randomUUID } from 'node:crypto';
import { nameOf } from '../databaseUrl.ts';
import type { Db } from '../db/client.ts';
import { INSTALLATION, insertSetting, readSetting } from '../db/settings.ts';
import type { Env } from '../env.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { placeName } from '../storageUrl.ts';
import { firstTrackFiles } from '../tracks/fileQueries.ts';
import { firstWaitingFiles } from '../uploads/queries.ts';

/** Rows whose files are looked for where an id is missing. */
const SAMPLED_ROWS = 100;

type Places = Pick<Env, 'databaseFile' | 'postgres' | 'storage' | 'formerStorage' | 'adoptsStorage'>;
type Pair = { db: Db; blobs: Pick<BlobStore, 'owners' | 'claim' | 'list' | 'stat'>; env: Places };

/** The database and the store do not belong together; the message is for the operator. */
export class StoreMismatch extends Error {
  override name = 'StoreMismatch';
}

const databaseName = ({ postgres, databaseFile }: Places): string =>
  nameOf(postgres ? { kind: 'postgres', url: postgres.url } : { kind: 'sqlite', file: databaseFile });

const storeName = ({ storage, formerStorage }: Places): string =>
  formerStorage === null
    ? `${placeName(storage)} (STORAGE_URL)`
    : `${placeName(storage)} (STORAGE_URL) with ${placeName(formerStorage)} (STORAGE_FORMER_URL)`;

const REMEDY = 'Correct the variable that is wrong, or, if both are meant, start once with STORAGE_ADOPT=on.';

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

/** One id for all processes that start at once. */
async function ownId(db: Db, wanted: string): Promise<string> {
  await insertSetting(db, INSTALLATION, wanted);
  return (await readSetting(db, INSTALLATION)) ?? wanted;
}

/**
 * Throws `StoreMismatch` when the store is not this database's. Where one side has no id, both get one if the store holds the files
 * that rows name, or if both are empty. If the store is away, its error passes through.
 */
export async function matchStore(pair: Pair): Promise<void> {
  const { db, blobs, env } = pair;
  const owners = await blobs.owners();
  const marked = [...new Set(owners.filter((owner) => owner !== null))];
  const known = await readSetting(db, INSTALLATION);
  if (env.adoptsStorage) {
    // A database without an id gets a new one: the one that was there before must not match by chance.
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
