// Spent request budgets: points per key in time windows, stored in a separate file next to the database, or in a table of
// PostgreSQL for all processes. A restart resets nothing; losing the file resets all budgets.
import { rmSync } from 'node:fs';
import { openRawDatabase, type RawDatabase } from './driver.ts';

/** A file of this process, or PostgreSQL's table. */
export type LimitStore = LimitFile | LimitPool;

/** The part of a `pg` pool that is used. */
export interface LimitPool {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
  close(): void;
}

/** The part of a SQLite driver that is used. */
export interface LimitFile {
  prepare(sql: string): { get(...values: unknown[]): unknown; run(...values: unknown[]): unknown };
  close(): void;
}

export const LIMIT_TABLE = 'limits';
/** How often ended windows are deleted, and how long after their end (ms). */
export const SWEEP_EVERY_MS = 300_000;
const MAX_AGE_MS = 3_600_000;

/** Clocks of servers, and concurrent requests, differ by less (ms). A larger difference is a clock that was set back. */
export const CLOCK_SKEW_MS = 10_000;

/** One value: windows that ended before it are deleted. */
export const sweepStatement = (parameter: '?' | '$1') => `delete from limits where expire < ${parameter}`;
export const sweepBefore = (now: number) => now - MAX_AGE_MS;

async function openTable(file: string): Promise<RawDatabase> {
  const database = await openRawDatabase(file);
  try {
    // The operating system decides when to write it: a killed process loses nothing, a power cut loses the last counts.
    database.exec('PRAGMA synchronous = OFF');
    database.exec('PRAGMA cache_size = -2048');
    database.exec(
      `create table if not exists ${LIMIT_TABLE} (key text primary key, points integer not null default 0, expire integer)`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A damaged file is replaced: lost counts must not keep a server from starting. */
async function openOrReplace(file: string): Promise<RawDatabase> {
  try {
    return await openTable(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return openTable(file).catch((error: Error) => {
      throw new Error(`${file} cannot be written (${error.message}). Free space on its disk.`);
    });
  }
}

/** Creates `file` when it is missing. */
export async function openLimitStore(file: string): Promise<LimitFile> {
  const database = await openOrReplace(file);
  const sweep = setInterval(() => {
    try {
      database.prepare(sweepStatement('?')).run(sweepBefore(Date.now()));
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
    close: () => {
      clearInterval(sweep);
      statements.clear();
      database.close();
    },
  };
}

/** Points spent under a key, and the end of its window (ms since 1970). */
export interface LimitWindow {
  points: number;
  expire: number;
}

/** Counts points per key in windows of a fixed length. `now` is the caller's clock. */
export interface LimitWindows {
  /**
   * Adds atomically, so that concurrent callers cannot exceed the limit. A window that ends more than `CLOCK_SKEW_MS` later than
   * a new one was started before the clock went back: it starts again.
   */
  add(key: string, points: number, now: number, durationMs: number): Promise<LimitWindow>;
  /** Null when nothing is spent. */
  read(key: string, now: number): Promise<LimitWindow | null>;
  /** Returns points; a window with none left ends. */
  takeBack(key: string, points: number): Promise<void>;
  /** Ends the window, whatever is spent. */
  end(key: string): Promise<void>;
}

const ADD = `insert into limits(key, points, expire) values (?, ?, ?)
  on conflict(key) do update set
    points = case when limits.expire <= ? or limits.expire > excluded.expire + ${CLOCK_SKEW_MS} then excluded.points
      else limits.points + excluded.points end,
    expire = case when limits.expire <= ? or limits.expire > excluded.expire + ${CLOCK_SKEW_MS} then excluded.expire
      else limits.expire end
  returning points, expire`;
const READ = `select points, expire from limits where key = ? and expire > ?`;
const TAKE_BACK = `update limits set points = points - ? where key = ? and points > ? returning key`;
const END_IF_EMPTY = `delete from limits where key = ? and points <= ? returning key`;
const END = `delete from limits where key = ? returning key`;

/** `?` as PostgreSQL writes it. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${++count}`);
}
const NUMBERED = new Map([ADD, READ, TAKE_BACK, END_IF_EMPTY, END].map((sql) => [sql, numbered(sql)]));

async function firstRow(store: LimitStore, sql: string, values: unknown[]): Promise<unknown> {
  if (!('query' in store)) return store.prepare(sql).get(...values);
  const { rows } = await store.query({ text: NUMBERED.get(sql) ?? numbered(sql), values });
  return rows[0];
}

const asWindow = (row: unknown): LimitWindow => {
  const { points, expire } = row as Record<keyof LimitWindow, unknown>;
  // PostgreSQL's bigint comes as text.
  return { points: Number(points), expire: Number(expire) };
};

export const storedWindows = (store: LimitStore): LimitWindows => ({
  add: async (key, points, now, durationMs) =>
    asWindow(await firstRow(store, ADD, [key, points, now + durationMs, now, now])),
  read: async (key, now) => {
    const row = await firstRow(store, READ, [key, now]);
    return row === undefined ? null : asWindow(row);
  },
  takeBack: async (key, points) => {
    // An empty window would end early and let the next two follow each other closely.
    if ((await firstRow(store, TAKE_BACK, [points, key, points])) === undefined)
      await firstRow(store, END_IF_EMPTY, [key, points]);
  },
  end: async (key) => {
    await firstRow(store, END, [key]);
  },
});

/** Above this number of windows in memory, ended ones are deleted. */
const REMEMBERED = 10_000;

/** The same in this process's memory. */
export function rememberedWindows(): LimitWindows {
  const windows = new Map<string, LimitWindow>();
  let sweepAt = REMEMBERED;
  const sweep = (now: number) => {
    for (const [key, { expire }] of windows) if (expire <= now) windows.delete(key);
    sweepAt = Math.max(REMEMBERED, windows.size * 2);
  };
  return {
    add: async (key, points, now, durationMs) => {
      const known = windows.get(key);
      const isOpen =
        known !== undefined && known.expire > now && known.expire <= now + durationMs + CLOCK_SKEW_MS;
      const next = isOpen
        ? { points: known.points + points, expire: known.expire }
        : { points, expire: now + durationMs };
      windows.set(key, next);
      if (windows.size > sweepAt) sweep(now);
      return next;
    },
    read: async (key, now) => {
      const known = windows.get(key);
      return known !== undefined && known.expire > now ? known : null;
    },
    takeBack: async (key, points) => {
      const known = windows.get(key);
      if (known === undefined) return;
      if (known.points <= points) windows.delete(key);
      else windows.set(key, { ...known, points: known.points - points });
    },
    end: async (key) => {
      windows.delete(key);
    },
  };
}
