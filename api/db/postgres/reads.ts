// Reads on PostgreSQL. Callers share the connections fairly, as they share the reading threads of SQLite; the database ends a
// statement that takes too long.
import { type CompiledQuery, Kysely, type QueryResult } from 'kysely';
import type { Pool } from 'pg';
import { FairQueue, turnOf } from '../fairQueue.ts';
import { readingDriver } from '../readingDriver.ts';
import { full, tooSlow } from '../readLimits.ts';
import type { ReadPool } from '../readPool.ts';
import type { Schema } from '../schema.ts';
import { PooledDialect } from './dialect.ts';
import { createPreparedReads } from './preparedReads.ts';

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
