// The database a move reads from: in one snapshot, while no server uses it.
import { existsSync } from 'node:fs';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { type DatabasePlace, nameOf } from '../../databaseUrl.ts';
import type { Db } from '../client.ts';
import { forKysely, openReadOnly } from '../driver.ts';
import { holdDatabase } from '../instanceLock.ts';
import { refuseNewer } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { hasMoveProgress } from './progress.ts';

export interface MoveSource {
  name: string;
  /** All reads of `work` see the same snapshot. */
  atOneMoment<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The PostgreSQL client is loaded only when it is needed. */
const postgresEnds = () => import('./postgresEnd.ts');

async function refuseUnfit(db: Kysely<Schema>, name: string): Promise<void> {
  if (await hasMoveProgress(db)) throw new Error(`${name} is itself the end of a move that is not finished.`);
  await refuseNewer(db, name);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const missing = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt);
  if (missing.length > 0)
    throw new Error(`${name} is of an older version. Start and stop this version's server on it once.`);
}

/** Throws, with a sentence for the operator, when it does not exist, a server uses it, or its schema has another version. */
export async function openMoveSource(place: DatabasePlace): Promise<MoveSource> {
  const name = nameOf(place);
  const end =
    place.kind === 'postgres'
      ? await (await postgresEnds()).openMoveEnd(place.url, name)
      : await onFile(place.file);
  const begin = place.kind === 'postgres' ? sql`begin isolation level repeatable read read only` : sql`begin`;
  try {
    await refuseUnfit(end.db, name);
  } catch (error) {
    await end.close();
    throw error;
  }
  return {
    name,
    atOneMoment: (work) =>
      end.db.connection().execute(async (held) => {
        await begin.execute(held);
        try {
          return await work(held);
        } finally {
          await sql`rollback`.execute(held);
        }
      }),
    close: end.close,
  };
}

async function onFile(file: string): Promise<{ db: Kysely<Schema>; close(): Promise<void> }> {
  if (!existsSync(file)) throw new Error(`There is no database ${file}.`);
  const lock = await holdDatabase(file, `The database ${file}`);
  try {
    const db = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: forKysely(await openReadOnly(file)) }),
    });
    return {
      db,
      close: async () => {
        await db.destroy();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
