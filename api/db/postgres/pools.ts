// Connections to PostgreSQL: some for writing, some that can only read, each with a limit on how long a statement may take.
import { Pool, type PoolConfig } from 'pg';
import type { PostgresEnv } from '../../env.ts';
import { valueParsers } from './values.ts';

/** A connection that cannot be had within this is refused as `busy`. */
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;

const base = ({ url }: PostgresEnv): PoolConfig => ({
  connectionString: url,
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

export const createWriterPool = (env: PostgresEnv): Pool =>
  quiet(new Pool({ ...base(env), max: env.connections, statement_timeout: env.writeTimeoutMs }));

/** `limitMs` is a statement's. */
export const createReaderPool = (env: PostgresEnv, limitMs: number): Pool =>
  quiet(
    new Pool({
      ...base(env),
      max: env.connections,
      statement_timeout: limitMs,
      options: '-c default_transaction_read_only=on',
    }),
  );

/** Spent budgets: a crash of the database may forget the last moments, a request never waits for its disk. */
export const createLimitPool = (env: PostgresEnv): Pool =>
  quiet(
    new Pool({
      ...base(env),
      max: Math.max(2, Math.ceil(env.connections / 4)),
      statement_timeout: env.writeTimeoutMs,
      options: '-c synchronous_commit=off',
    }),
  );

/** Of a command that may take long, and is no server. */
export const createCommandPool = (url: string): Pool =>
  quiet(
    new Pool({
      ...base({ url, connections: 3, writeTimeoutMs: 0 }),
      max: 3,
      application_name: 'aural command',
    }),
  );
