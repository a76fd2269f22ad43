// Opens the database for writing, brings its schema up to date, and hands out the one Kysely instance that writes.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, type Transaction } from 'kysely';
import { createCheckpoints } from './checkpoints.ts';
import { forKysely, openRawDatabase, type RawDatabase } from './driver.ts';
import { databaseFault } from './faults.ts';
import { bringUpToDate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { createTurns, type Turns } from './turns.ts';
import { createWalSync } from './walSync.ts';

/** A connection or a transaction; queries take this and do not care which. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/** The write-ahead log is copied into the database above this size: a page that many writes change is copied once. */
const LOG_MAX_BYTES = 8 * 1024 * 1024;
/** Looking at the log's size after every commit would cost as much as a small one. */
const LOOK_EVERY_COMMITS = 32;
/** Readers leave the log within milliseconds; more attempts mean that one is stuck. */
const EMPTY_TRIES = 20;

/**
 * Transactions take the write lock at once, so that none fails half-way because it cannot get the lock. `committed` is
 * awaited before a transaction, or a statement without one, resolves; the next writer does not wait for it. Other work
 * gets this thread between statements.
 */
class WriterDialect extends SqliteDialect {
  readonly #turns: Turns;
  readonly #committed: () => Promise<void>;

  constructor(database: RawDatabase, turns: Turns, committed: () => Promise<void>) {
    super({ database: forKysely(database) });
    this.#turns = turns;
    this.#committed = committed;
  }

  override createDriver() {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      try {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      } catch (error) {
        // SQLite has already rolled back, as it does on a full disk; its first error is the one to report.
        if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
      }
    };
    const turns = this.#turns;
    const inTurns = new WeakSet<DatabaseConnection>();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      const connection = await acquire();
      if (!inTurns.has(connection)) {
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = (query) => turns.run(() => execute(query));
        inTurns.add(connection);
      }
      return connection;
    };
    const release = driver.releaseConnection.bind(driver);
    driver.releaseConnection = async (connection: DatabaseConnection) => {
      // Begun before the next writer changes anything, so that what it changes is not taken for ours.
      const durable = this.#committed();
      durable.catch(() => {});
      await release(connection);
      await durable;
    };
    return driver;
  }
}

export interface OpenDatabase {
  /** Writes; a transaction has resolved when it is durable. */
  db: Kysely<Schema>;
  /** Milliseconds `db` has kept this thread so far. */
  spent(): number;
  /** Calls `hear` after every commit that changed a row, before it is answered. */
  onCommit(hear: () => void): void;
  /** For pragmas and backup; keep it referenced as long as `db` lives. */
  raw: RawDatabase;
  /**
   * Copies the write-ahead log into the database and empties it. Erased data, which `secure_delete` overwrites in the
   * database, then exists nowhere. Writers wait meanwhile; this thread does not.
   */
  emptyLog(): Promise<void>;
  close(): Promise<void>;
}

/** The work after a commit: the sync of the log, and sometimes a shorter log. */
function afterCommits(
  raw: RawDatabase,
  hear: () => void,
  log: ReturnType<typeof createWalSync>,
  shorten: () => Promise<void>,
): () => Promise<void> {
  const changes = raw.prepare('select total_changes() as n');
  const changed = () => (changes.get() as { n: number }).n;
  let known = changed();
  let commits = 0;
  let isShortening = false;
  return async () => {
    const now = changed();
    if (now === known) return;
    known = now;
    hear();
    await log.durable();
    if (++commits % LOOK_EVERY_COMMITS !== 0 || isShortening) return;
    if ((await log.size()) < LOG_MAX_BYTES) return;
    isShortening = true;
    // Not awaited: what was committed is durable. A log that stays long is tried again after the next commits.
    void shorten()
      .catch(() => {})
      .finally(() => {
        isShortening = false;
      });
  };
}

/**
 * What an `ANALYZE` of an operator leaves. While SQLite has samples of values, it compiles a statement again whenever a
 * value is bound: a like's queries take two to four times as long. Plans here need no samples.
 */
const WITHOUT_SAMPLES = 'DROP TABLE IF EXISTS sqlite_stat4';

/** A sentence for the operator in place of SQLite's own words. */
function damageOf(file: string, cause: unknown): Error {
  const found = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The database ${file} is damaged (${found}). Nothing was changed. Put a backup in its place: npm run restore -- DIRECTORY`,
    { cause },
  );
}

/**
 * Reads every page before anything is written: a write on a damaged one spreads the damage. About 4 s a gigabyte (314 MB in
 * 1.1 s on a busy core).
 */
async function openWhole(file: string): Promise<RawDatabase> {
  try {
    const raw = await openRawDatabase(file);
    try {
      const [row] = raw.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
      if (row?.quick_check !== 'ok') throw damageOf(file, row?.quick_check);
      return raw;
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    throw databaseFault(error) === 'damaged' ? damageOf(file, error) : error;
  }
}

/** Throws a sentence when the file is damaged. */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const raw = await openWhole(file);
  const log = createWalSync(file);
  const checkpoints = createCheckpoints(file);
  const turns = createTurns();
  let committed = async () => {};
  let hear = () => {};
  const db = new Kysely<Schema>({ dialect: new WriterDialect(raw, turns, () => committed()) });
  await bringUpToDate(db).catch(async (error) => {
    await db.destroy();
    throw error;
  });
  raw.exec(WITHOUT_SAMPLES);
  // From here on `log` makes commits durable and `checkpoints` copies them, both outside this thread.
  raw.exec('PRAGMA synchronous = NORMAL');
  raw.exec('PRAGMA wal_autocheckpoint = 0');
  const truncate = () => db.connection().execute(() => checkpoints.run('TRUNCATE'));
  const tell = () => hear();
  committed = afterCommits(raw, tell, log, async () => {
    // Most of it beside the writers, the rest while they wait.
    await checkpoints.run('PASSIVE');
    await truncate();
  });

  return {
    db,
    spent: () => turns.spent,
    onCommit: (listener) => {
      hear = listener;
    },
    raw,
    emptyLog: async () => {
      for (let tries = 0; tries < EMPTY_TRIES; tries++) if (await truncate()) return;
    },
    close: async () => {
      await checkpoints.close();
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await db.destroy();
      await log.close();
    },
  };
}
