// The database of a test's application: its own SQLite file, or under `npm run test:pg` its own database in the run's
// PostgreSQL, copied from a migrated one.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../../api/db/client.ts';
import { openPostgres } from '../../../api/db/postgres/open.ts';

/** A URL of the cluster's own database; set by `tests/postgres.mjs`. */
const CLUSTER = process.env.TEST_DATABASE_URL;
const TEMPLATE = 'aural_template';
const BUILDING_LOCK = 815;

const isOnPostgres = CLUSTER !== undefined;

export interface TestDatabase {
  /** For `readEnv`. */
  settings: Record<string, string>;
  remove(): Promise<void>;
}

function urlOf(name: string): string {
  const url = new URL(CLUSTER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function inCluster<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: CLUSTER });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeTemplate(client: Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
  if (rows.length > 0) return;
  await client.query('drop database if exists aural_building');
  await client.query('create database aural_building');
  const built = await openPostgres({ url: urlOf('aural_building'), connections: 2, writeTimeoutMs: 60_000 });
  await built.close();
  await client.query(`alter database aural_building rename to ${TEMPLATE}`);
}

let emptyFile: Promise<Buffer> | undefined;

/** A migrated database file, made once: every migration syncs the disk, and most tests are faster than that. */
async function migrated(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-empty-'));
  const file = join(directory, 'aural.db');
  await (await openDatabase(file)).close();
  const bytes = await readFile(file);
  await rm(directory, { recursive: true });
  return bytes;
}

/** Features only for SQLite are tested on a file in every run: copies, the mirror, leftovers of earlier versions. */
export type WhereRowsAre = 'as this run' | 'file';

/** `directory` contains the application's files. */
export async function createTestDatabase(
  directory: string,
  where: WhereRowsAre = 'as this run',
): Promise<TestDatabase> {
  if (!isOnPostgres || where === 'file') {
    const file = join(directory, 'aural.db');
    emptyFile ??= migrated();
    await writeFile(file, await emptyFile, { mode: 0o600 });
    return { settings: { DATABASE_URL: `file:${file}` }, remove: async () => {} };
  }
  const name = `aural_${randomUUID().replaceAll('-', '')}`;
  await inCluster(async (client) => {
    await client.query('select pg_advisory_lock($1)', [BUILDING_LOCK]);
    await makeTemplate(client);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return {
    settings: { DATABASE_URL: urlOf(name), DATA_DIRECTORY: directory, DATABASE_CONNECTIONS: '4' },
    remove: () =>
      inCluster(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
