// Keeps spent request budgets over a restart, in a file of its own beside the database: counting never waits for the
// database's disk writes, and a damaged file harms nothing else. Losing the file only forgives what was spent.
import { rmSync } from 'node:fs';
import { openRawDatabase, type RawDatabase } from './driver.ts';

/** What rate-limiter-flexible counts in: a file of this process, or PostgreSQL's table for all of them. */
export type LimitStore = LimitFile | LimitPool;

/** The part of a `pg` pool that rate-limiter-flexible calls. */
export interface LimitPool {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
  close(): void;
}

/** The part of better-sqlite3's interface that rate-limiter-flexible calls. */
export interface LimitFile {
  prepare(sql: string): {
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): { changes: unknown };
  };
  transaction<T>(work: () => T): () => T;
  close(): void;
}

export const LIMIT_TABLE = 'limits';
/** How often what ended is forgotten, and how long after its end. */
const SWEEP_EVERY_MS = 300_000;
const KEPT_MS = 3_600_000;

/** A damaged file is replaced: lost counts must not keep a server from starting. */
async function openOrReplace(file: string): Promise<RawDatabase> {
  try {
    return await openRawDatabase(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return openRawDatabase(file);
  }
}

/** Creates `file` when it is missing. */
export async function openLimitStore(file: string): Promise<LimitFile> {
  const database = await openOrReplace(file);
  // The operating system decides when to write it: a killed process loses nothing, a power cut loses the last counts.
  database.exec('PRAGMA synchronous = OFF');
  database.exec('PRAGMA cache_size = -2048');
  database.exec(
    `create table if not exists ${LIMIT_TABLE} (key text primary key, points integer not null default 0, expire integer)`,
  );
  const sweep = setInterval(() => {
    try {
      database.prepare('delete from limits where expire < ?').run(Date.now() - KEPT_MS);
    } catch {
      // A failing disk must not stop the server: counting continues in memory.
    }
  }, SWEEP_EVERY_MS);
  sweep.unref();
  const statements = new Map<string, ReturnType<RawDatabase['prepare']>>();
  return {
    prepare: (sql) => {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    // The library wraps single statements, which are atomic by themselves.
    transaction: (work) => work,
    close: () => {
      clearInterval(sweep);
      statements.clear();
      database.close();
    },
  };
}
