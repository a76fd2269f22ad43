// Opens SQLite through Node's `node:sqlite` (22.13 and later) or a package with the same interface. The package's statements do
// not keep their database alive, so every closure here references it.
import type { SqliteDatabase, SqliteStatement } from 'kysely';

export interface RawStatement {
  columns(): { name: string | null }[];
  /** Makes rows arrays of values. Missing in older versions of Node. */
  setReturnArrays?(isWanted: boolean): void;
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
}

/** The part of `DatabaseSync` this project uses. */
export interface RawDatabase {
  exec(sql: string): void;
  prepare(sql: string): RawStatement;
  /** Registers `run` as an SQL function of this connection. */
  function(name: string, run: (...parameters: never[]) => unknown): void;
  close(): void;
}

/** Cached prepared statements; the app uses about 250, counting lists of every length. */
const STATEMENT_CACHE_SIZE = 400;
/** Page cache of the writer and of each reader, in KiB. */
const WRITER_CACHE_KIB = 65_536;
const READER_CACHE_KIB = 49_152;

interface SqliteModule {
  DatabaseSync: new (file: string, options?: { readOnly: boolean }) => RawDatabase;
}

/** The module, without our settings. */
export function loadSqlite(): Promise<SqliteModule> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const hasOwnSqlite = major > 22 || (major === 22 && minor >= 13);
  const ownModule = 'node:sqlite';
  const module = hasOwnSqlite ? import(/* @vite-ignore */ ownModule) : import('@photostructure/sqlite');
  return module as Promise<SqliteModule>;
}

/**
 * Opens `file` (created when missing) with WAL, full durability and foreign keys.
 * `secure_delete` overwrites erased rows; FULL costs one fsync per commit.
 */
export async function openRawDatabase(file: string): Promise<RawDatabase> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(file);
  try {
    setUp(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function setUp(database: RawDatabase): void {
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA secure_delete = ON');
  database.exec(`PRAGMA cache_size = -${WRITER_CACHE_KIB}`);
  database.exec('PRAGMA temp_store = MEMORY');
  // In pages: 8 MB. A page that many writes change is then copied into the file only once.
  database.exec('PRAGMA wal_autocheckpoint = 2000');
}

/**
 * Opens an existing `file` read-only, without migration or repair. In WAL mode readers and writers do not wait for each other.
 * Throws when the file does not exist.
 */
export async function openReadOnly(file: string): Promise<RawDatabase> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

/** A cache of prepared statements, each mapped by `of`. The least recently used one is dropped. */
export function cachedStatements<Entry>(
  database: RawDatabase,
  of: (statement: RawStatement) => Entry,
): (sql: string) => Entry {
  const cache = new Map<string, Entry>();
  return (sql) => {
    const known = cache.get(sql);
    if (known) {
      cache.delete(sql);
      cache.set(sql, known);
      return known;
    }
    const statement = of(database.prepare(sql));
    if (cache.size >= STATEMENT_CACHE_SIZE) cache.delete(cache.keys().next().value ?? '');
    cache.set(sql, statement);
    return statement;
  };
}

/** The shape Kysely's SQLite dialect asks for, with a statement cache in front. */
export function forKysely(database: RawDatabase): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: cachedStatements(
      database,
      (raw): SqliteStatement => ({
        reader: raw.columns().length > 0,
        all: (parameters) => raw.all(...parameters),
        run: (parameters) => raw.run(...parameters),
        iterate: (parameters) => raw.iterate(...parameters),
      }),
    ),
  };
}
