// Connections to PostgreSQL: some for writing, some that can only read, each with a limit on how long a statement may take.
import { Pool, type PoolConfig } from 'pg';
import type { PostgresEnv } from '../../env.ts';
import { type Door, doorTo } from './primary.ts';
import { valueParsers } from './values.ts';

/** A connection that cannot be had within this is refused as `busy`. */
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;
/** A statement that is over by the database's own limit is told of within this; else the way there is lost. */
const TELLING_MS = 2000;

/** `limitMs` is a statement's; 0 for none. */
const base = (door: Door, limitMs: number): PoolConfig => ({
  ...door,
  statement_timeout: limitMs,
  // A machine that has lost its power says nothing any more, and a commit may wait for a standby for ever.
  query_timeout: limitMs === 0 ? 0 : limitMs + TELLING_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_MS,
  keepAlive: true,
  application_name: 'aural',
  // Rows look the same whichever database they come from.
  types: valueParsers as NonNullable<PoolConfig['types']>,
});

/** An idle connection that breaks is replaced by the next one; nobody was using it. */
function quiet(pool: Pool): Pool {
  pool.on('error', () => {});
  return pool;
}

export const createWriterPool = (env: PostgresEnv, door: Door): Pool =>
  quiet(new Pool({ ...base(door, env.writeTimeoutMs), max: env.connections }));

/** `limitMs` is a statement's. */
export const createReaderPool = (env: PostgresEnv, door: Door, limitMs: number): Pool =>
  quiet(
    new Pool({
      ...base(door, limitMs),
      max: env.connections,
      options: '-c default_transaction_read_only=on',
    }),
  );

/** Spent budgets: a crash of the database may forget the last moments, a request never waits for its disk. */
export const createLimitPool = (env: PostgresEnv, door: Door): Pool =>
  quiet(
    new Pool({
      ...base(door, env.writeTimeoutMs),
      max: Math.max(2, Math.ceil(env.connections / 4)),
      options: '-c synchronous_commit=off',
    }),
  );

/** Of a command that may take long, and is no server. */
export const createCommandPool = (url: string): Pool =>
  quiet(new Pool({ ...base(doorTo(url), 0), max: 3, application_name: 'aural command' }));
