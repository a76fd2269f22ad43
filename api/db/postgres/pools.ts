// Connection pools of PostgreSQL: for writing, for reading and for request budgets, each with a statement timeout.
import { Pool, type PoolConfig, types } from 'pg';
import type { PostgresEnv } from '../../env.ts';
import { type Door, doorTo } from './primary.ts';

const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;

/** For a client's `types`: values as SQLite returns them. Whole numbers and sums are numbers, true is 1. Text formats only. */
const valueParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === BOOL) return (value: string) => (value === 't' ? 1 : 0);
    return types.getTypeParser(oid, format);
  },
};

/** Waiting longer than this for a connection fails as `busy`. */
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;
/** PostgreSQL ends a statement at its timeout and reports it. A connection that is silent this much longer is dead. */
const TELLING_MS = 2000;

/** `limitMs` is a statement's; 0 for none. */
const base = (door: Door, limitMs: number): PoolConfig => ({
  ...door,
  statement_timeout: limitMs,
  // A machine without power never closes the connection, and a commit may wait for a standby for ever.
  query_timeout: limitMs === 0 ? 0 : limitMs + TELLING_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_MS,
  keepAlive: true,
  application_name: 'aural',
  types: valueParsers as NonNullable<PoolConfig['types']>,
});

/** The pool replaces an idle connection that breaks; without a listener its error would end the process. */
function quiet(pool: Pool): Pool {
  pool.on('error', () => {});
  return pool;
}

export const createWriterPool = (env: PostgresEnv, door: Door): Pool =>
  quiet(new Pool({ ...base(door, env.writeTimeoutMs), max: env.connections }));

/**
 * `enable_memoize` is off: for a page of 50 rows PostgreSQL plans as if it read the whole table and allocates a cache for
 * it, which costs 10 ms.
 */
const READING = '-c default_transaction_read_only=on -c enable_memoize=off';

/** 250 prepared statements take 25 MB of a connection, which closing it frees. */
const READING_SECONDS = 30 * 60;

/** `limitMs` is a statement's. */
export const createReaderPool = (env: PostgresEnv, door: Door, limitMs: number): Pool =>
  quiet(
    new Pool({
      ...base(door, limitMs),
      max: env.connections,
      maxLifetimeSeconds: READING_SECONDS,
      options: READING,
    }),
  );

/** For request budgets. Commits do not wait for the disk: a crash of the database may lose the last moments of them. */
export const createLimitPool = (env: PostgresEnv, door: Door): Pool =>
  quiet(
    new Pool({
      ...base(door, env.writeTimeoutMs),
      max: Math.max(2, Math.ceil(env.connections / 4)),
      options: '-c synchronous_commit=off',
    }),
  );

/** For commands such as `db:migrate`, whose statements may take as long as they need. */
export const createCommandPool = (url: string): Pool =>
  quiet(new Pool({ ...base(doorTo(url), 0), max: 3, application_name: 'aural command' }));
