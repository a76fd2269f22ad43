// Reads on PostgreSQL. Callers share the connections fairly, as they share the reader threads of SQLite.

import { createHash } from 'node:crypto';
import { type CompiledQuery, Kysely, type QueryResult } from 'kysely';
import type { Pool } from 'pg';
import { FairQueue, turnOf } from '../fairQueue.ts';
import { full, type ReadPool, readingDriver, tooSlow } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { PooledDialect } from './dialect.ts';

/** The app uses about 250 statements, counting lists of every length. Above this number the names are forgotten. */
const MAX_NAMES = 1000;
const BY_WORDS = /@@|\blike\b/i;
/** PostgreSQL's code for a prepared statement whose columns have changed, by a migration of another process. */
const PLAN_IS_OLD = '0A000';

/**
 * Prepares each read once per connection: planning is most of the cost of a small read. Searches for words are planned each
 * time, because a rare word needs another plan than a common one.
 */
export function createPreparedReads(
  pool: Pool,
): (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> {
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known !== undefined || BY_WORDS.test(sql)) return known;
    if (names.size >= MAX_NAMES) names.clear();
    const digest = createHash('sha256').update(sql).digest('base64url').slice(0, 20);
    const name = `${generation} ${digest}`;
    names.set(sql, name);
    return name;
  }

  return async (sql, parameters) => {
    const values = [...parameters];
    const name = nameOf(sql);
    if (name === undefined) return (await pool.query(sql, values)).rows;
    try {
      return (await pool.query({ name, text: sql, values })).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== PLAN_IS_OLD) throw error;
      generation++;
      names.clear();
      return (await pool.query(sql, values)).rows;
    }
  };
}

const CANCELLED = '57014';

export function createPooledReads(pool: Pool, connections: number): ReadPool {
  const queue = new FairQueue({
    places: connections,
    // One caller never has all connections.
    perCaller: Math.max(1, Math.ceil(connections / 2)),
    waitingPerCaller: 128,
    waitingInAll: 1024,
  });

  const prepared = createPreparedReads(pool);

  const ask = async <Row>(
    { sql, parameters }: CompiledQuery,
    spent: (milliseconds: number) => void,
  ): Promise<QueryResult<Row>> => {
    const began = performance.now();
    try {
      return { rows: (await prepared(sql, parameters)) as Row[] };
    } catch (error) {
      throw (error as { code?: string }).code === CANCELLED ? tooSlow() : error;
    } finally {
      spent(performance.now() - began);
    }
  };

  const driverOf = (caller: string, spent: (milliseconds: number) => void) => {
    const turn = turnOf(caller);
    return readingDriver((query) => queue.run(turn, () => ask(query, spent), full));
  };

  return {
    as: (caller, spent = () => {}) =>
      new Kysely<Schema>({ dialect: new PooledDialect(() => driverOf(caller, spent)) }),
    start: async () => {
      await pool.query('select 1');
    },
    get waiting() {
      return queue.waiting;
    },
    close: () => pool.end(),
  };
}

/** Reads a few rows by their key. */
export function lookupsOf(pool: Pool): Kysely<Schema> {
  const prepared = createPreparedReads(pool);
  const driver = readingDriver(async <Row>({ sql, parameters }: CompiledQuery) => ({
    rows: (await prepared(sql, parameters)) as Row[],
  }));
  return new Kysely<Schema>({ dialect: new PooledDialect(() => driver) });
}
