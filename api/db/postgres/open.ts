// Opens PostgreSQL for writing, reading and request budgets. Several processes may use the database at once.
import { Kysely, sql } from 'kysely';
import { nameOf } from '../../databaseUrl.ts';
import type { PostgresEnv } from '../../env.ts';
import { oneAfterAnother } from '../jobLock.ts';
import { type LimitPool, SWEEP_EVERY_MS, sweepBefore, sweepStatement } from '../limitStore.ts';
import { bringUpToDate, refuseEmpty } from '../migrate.ts';
import { DEADLINE_MS, type Reads } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { type Announcements, openAnnouncements } from './announcements.ts';
import { PooledDialect } from './dialect.ts';
import { createLimitPool, createReaderPool, createWriterPool } from './pools.ts';
import { type Door, doorTo } from './primary.ts';
import { createPooledReads, lookupsOf } from './reads.ts';
import { RepeatingKysely } from './repeating.ts';

/** Longest use of a cached answer, in case an announcement was lost. */
const OLDEST_ANSWER_MS = 1000;

/** Receives the writes of this process and of others. */
export interface ChangeListener {
  /** A row that other people can see has changed; `hint` is `kind id`. */
  noted(hint: string): void;
  committed(isOurs: boolean): void;
  /** Writes of others may have been missed. */
  missed(): void;
}

export interface PostgresDatabase {
  db: Kysely<Schema>;
  /** Milliseconds that statements of `db` have taken so far. */
  spent(): number;
  reads: Reads;
  /** Spent request budgets of all processes. */
  limitStore: LimitPool;
  listen(listener: ChangeListener): void;
  close(): Promise<void>;
}

async function reach(db: Kysely<Schema>, name: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    // With two addresses of one host the message is empty.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${name} cannot be opened: ${message || code}. Start it, or correct DATABASE_URL.`);
  }
}

/** Migrates the schema in one process at a time, without a statement timeout. */
async function migrate(env: PostgresEnv, door: Door, mayCreate: boolean): Promise<void> {
  const name = `The database ${nameOf({ kind: 'postgres', url: env.url })} (DATABASE_URL)`;
  const pool = createWriterPool({ ...env, connections: 2, writeTimeoutMs: 0 }, door);
  const db = new Kysely<Schema>({ dialect: PooledDialect.of(pool, null) });
  try {
    await reach(db, name);
    if (!mayCreate) await refuseEmpty(db, name);
    await oneAfterAnother(db, () => bringUpToDate(db));
  } finally {
    await db.destroy();
  }
}

/** Throws when the database cannot be reached or migrated, or is empty although it may not be created. */
export async function openPostgres(
  env: PostgresEnv,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<PostgresDatabase> {
  const door = doorTo(env.url);
  await migrate(env, door, mayCreate);
  let listener: ChangeListener = { noted: () => {}, committed: () => {}, missed: () => {} };
  let announcements: Announcements | null = null;
  let spent = 0;
  let commits = 0;
  const receive = (hints: readonly string[], isOurs: boolean) => {
    commits++;
    for (const hint of hints) listener.noted(hint);
    listener.committed(isOurs);
  };
  const writer = PooledDialect.of(createWriterPool(env, door), {
    committed: (hints) => {
      receive(hints, true);
      announcements?.announce(hints);
    },
    spent: (milliseconds) => {
      spent += milliseconds;
    },
  });
  const turns = new Kysely<Schema>({
    dialect: PooledDialect.of(createWriterPool({ ...env, connections: 1, writeTimeoutMs: 0 }, door), null),
  });
  const db = new RepeatingKysely({ dialect: writer }, turns);
  const pool = createReaderPool(env, door, DEADLINE_MS);
  const readers = createPooledReads(pool, env.connections);
  const limits = createLimitPool(env, door);
  const sweep = setInterval(() => {
    // If this fails, the next sweep deletes them.
    limits.query(sweepStatement('$1'), [sweepBefore(Date.now())]).catch(() => {});
  }, SWEEP_EVERY_MS);
  sweep.unref();
  announcements = await openAnnouncements(door, {
    received: (hints) => receive(hints, false),
    missed: () => {
      commits++;
      listener.missed();
    },
  });
  const opened = announcements;
  let unheard = 0;
  return {
    db,
    spent: () => spent,
    reads: {
      lookups: lookupsOf(pool),
      readers,
      version: () => {
        const moment = opened.isListening
          ? Math.floor(Date.now() / OLDEST_ANSWER_MS)
          : `unheard ${++unheard}`;
        return `${commits} ${moment}`;
      },
      changed: () => {},
      close: () => readers.close(),
    },
    // The pool is closed with the database.
    limitStore: { query: (query) => limits.query(query), close: () => {} },
    listen: (receives) => {
      listener = receives;
    },
    close: async () => {
      clearInterval(sweep);
      await opened.close();
      await readers.close();
      await limits.end();
      await db.destroy();
      await turns.destroy();
    },
  };
}
