// Connections to PostgreSQL: some for writing, some that can only read, each with a limit on how long a statement may take.
import { Pool, type PoolConfig } from 'pg';
import type { PostgresEnv } from '../../env.ts';
import { type Door, doorTo } from './primary.ts';
import { valueParsers } from './values.ts';

/** A connection that cannot be had within this is refused as `busy`. */
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;
/** PostgreSQL ends a statement at its own limit and says so. Without a word this much later the connection is dead. */
const TELLING_MS = 2000;

/** `limitMs` is a statement's; 0 for none. */
const base = (door: Door, limitMs: number): PoolConfig => ({
  ...door,
  statement_timeout: limitMs,
  // A machine without power sends nothing, not even an end of the connection; a commit may wait for a standby for ever.
  query_timeout: limitMs === 0 ? 0 : limitMs + TELLING_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_MS,
  keepAlive: true,
  application_name: 'aural',
  // Rows look the same whichever database they come from.
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
 * Pages of lists. PostgreSQL's planner takes a page for a walk through everything and lays out room to remember each row it
 * might meet (`enable_memoize`): 10 ms for a page of 50, which meets 50.
 */
const READING = '-c default_transaction_read_only=on -c enable_memoize=off';

/** Some 250 prepared statements are 25 MB of a connection; older ones are given back with it. */
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

/** For request budgets. Their commits do not wait for the disk: a crash of the database may forget the last moments of them. */
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
