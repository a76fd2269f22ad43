// Opens SQLite for writing, brings the schema up to date and creates the only Kysely instance that writes.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, type Transaction } from 'kysely';
import { forKysely, openRawDatabase, openReadOnly, type RawDatabase } from './driver.ts';
import { databaseFault, sqliteCode } from './faults.ts';
import { bringUpToDate, refuseEmpty, refuseForeign } from './migrate.ts';
import type { Schema } from './schema.ts';
import { type CheckpointMode, createCheckpoints, createWalSync } from './writeAheadLog.ts';

/**
 * A long transaction would block the event loop for all requests. After this long it yields between two statements. Readers
 * have connections of their own.
 */
const TURN_MS = 8;

interface Turns {
  /** Runs one statement, after yielding to the event loop if this turn has lasted long enough. */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Milliseconds used so far by statements and by the code between statements of one turn. */
  readonly spent: number;
}

function createTurns(turnMs = TURN_MS): Turns {
  let spent = 0;
  /** Start of this turn of the event loop; null before its first statement. */
  let began: number | null = null;
  /** Time up to which `spent` includes this turn. */
  let counted = 0;
  return {
    run: async (statement) => {
      if (began !== null && performance.now() - began >= turnMs) await nextTurn();
      if (began === null) {
        began = performance.now();
        counted = began;
        setImmediate(() => {
          began = null;
        });
      }
      try {
        // SQLite has done its work when this returns; only the promise is still open.
        return statement();
      } finally {
        const now = performance.now();
        spent += now - counted;
        counted = now;
      }
    },
    get spent() {
      return spent;
    },
  };
}

/** A connection or a transaction; queries take this and do not care which. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/** The write-ahead log is copied into the database above this size: a page that many writes change is copied once. */
const LOG_MAX_BYTES = 8 * 1024 * 1024;
/** Reading the log's size costs as much as a small commit, so it is not done after each one. */
const CHECK_EVERY_COMMITS = 32;
/** Readers release the log within milliseconds; after this many attempts one is stuck. */
const EMPTY_TRIES = 20;

/**
 * Transactions take the write lock at their start, so none fails half-way for lack of it. A transaction, or a statement
 * outside one, resolves after `committed`; the next writer does not wait for that. Yields to other work between statements.
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
      // Starts before the next writer changes anything, so that its changes are not counted as ours.
      const durable = this.#committed();
      durable.catch(() => {});
      await release(connection);
      await durable;
    };
    return driver;
  }
}

export interface OpenDatabase {
  /** Writes. A transaction resolves when it is durable. */
  db: Kysely<Schema>;
  /** Milliseconds `db` has used this thread so far. */
  spent(): number;
  /** Calls `listener` after every commit that changed a row, before the commit resolves. */
  onCommit(listener: () => void): void;
  /** For pragmas and backup; keep it referenced as long as `db` lives. */
  raw: RawDatabase;
  /**
   * Copies the write-ahead log into the database and empties it. Erased rows are then overwritten (`secure_delete`), but not
   * the copies of cells that SQLite leaves between the cells of a page when it moves some of them to another page: these are
   * gone after `compact`. Writers wait meanwhile; this thread does not.
   */
  emptyLog(): Promise<void>;
  /**
   * Rewrites the database and empties the log, so that no byte of an erased row remains. Writers wait meanwhile, readers and
   * this thread do not. Needs free space of twice the database's size. Rejects when the disk is too full.
   */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** Returns what runs after a commit: syncing the log, and shortening it when it is long. */
function afterCommits(
  raw: RawDatabase,
  onChange: () => void,
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
    onChange();
    await log.durable();
    if (++commits % CHECK_EVERY_COMMITS !== 0 || isShortening) return;
    if ((await log.size()) < LOG_MAX_BYTES) return;
    isShortening = true;
    // Not awaited: the commit is durable. If this fails, a later commit tries again.
    void shorten()
      .catch(() => {})
      .finally(() => {
        isShortening = false;
      });
  };
}

/**
 * Removes the samples that an operator's `ANALYZE` leaves. With them, SQLite recompiles a statement whenever a value is bound,
 * which makes the queries of a like two to four times as slow. Our plans need no samples.
 */
const WITHOUT_SAMPLES = 'DROP TABLE IF EXISTS sqlite_stat4';

/** Tells the operator what to do. */
function damageOf(file: string, cause: unknown): Error {
  const found = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The database ${file} is damaged (${found}). Nothing was changed. Restore a backup: npm run restore -- DIRECTORY
If it is a file of another program, correct DATABASE_URL instead.`,
    { cause },
  );
}

/** Why the file cannot be opened, with the setting to change. */
function unusable(file: string, error: unknown): unknown {
  if (databaseFault(error) === 'damaged') return damageOf(file, error);
  // Everything else is a sentence already.
  if (!(error instanceof Error) || sqliteCode(error) === null) return error;
  return new Error(
    `The database ${file} (DATABASE_URL) cannot be opened (${error.message}). Free the file or its disk, or correct DATABASE_URL.`,
  );
}

/** Runs a check on the file without changing it: opening it for writing changes its journal mode. */
async function withoutOpening(
  file: string,
  check: (db: Kysely<Schema>, name: string) => Promise<void>,
): Promise<void> {
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: forKysely(await openReadOnly(file)) }),
  });
  await check(db, `The database ${file} (DATABASE_URL)`).finally(() => db.destroy());
}

/** Throws a sentence when the server has never started on this file, which exists. */
export const refuseEmptyFile = (file: string): Promise<void> => withoutOpening(file, refuseEmpty);

/**
 * Checks every page before the first write: a write to a damaged page spreads the damage. About 4 s per gigabyte (314 MB in
 * 1.1 s on a busy core).
 */
async function openWhole(file: string): Promise<RawDatabase> {
  try {
    if (existsSync(file)) await withoutOpening(file, refuseForeign);
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
    throw unusable(file, error);
  }
}

/** Throws a sentence for the operator when the file is damaged. */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const raw = await openWhole(file);
  const log = createWalSync(file);
  const checkpoints = createCheckpoints(file);
  const turns = createTurns();
  let committed = async () => {};
  let onChange = () => {};
  const db = new Kysely<Schema>({ dialect: new WriterDialect(raw, turns, () => committed()) });
  await bringUpToDate(db).catch(async (error) => {
    await db.destroy();
    throw error;
  });
  raw.exec(WITHOUT_SAMPLES);
  // From now on `log` makes commits durable and `checkpoints` copies them into the database, both off this thread.
  raw.exec('PRAGMA synchronous = NORMAL');
  raw.exec('PRAGMA wal_autocheckpoint = 0');
  const withoutWriters = (mode: CheckpointMode) => db.connection().execute(() => checkpoints.run(mode));
  const truncate = () => withoutWriters('TRUNCATE');
  const emptyLog = async () => {
    for (let tries = 0; tries < EMPTY_TRIES; tries++) if (await truncate()) return;
  };
  const changed = () => onChange();
  committed = afterCommits(raw, changed, log, async () => {
    // Copies most of it while writers continue, and the rest while they wait.
    await checkpoints.run('PASSIVE');
    await truncate();
  });

  return {
    db,
    spent: () => turns.spent,
    onCommit: (listener) => {
      onChange = listener;
    },
    raw,
    emptyLog,
    compact: async () => {
      try {
        await withoutWriters('COMPACT');
      } finally {
        // Also after a failure: what it wrote to the log takes room on a full disk.
        await emptyLog();
      }
    },
    close: async () => {
      await checkpoints.close();
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await db.destroy();
      await log.close();
    },
  };
}
