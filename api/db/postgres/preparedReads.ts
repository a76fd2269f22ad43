// Prepared statements for reads: making the plan is most of the cost of a small read. A search for words is planned each time,
// because a rare word needs another plan than a common one. A statement stays prepared as long as its connection (`pools.ts`).
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** The app asks about 250 statements, those with lists of all lengths included. Of more the names are made anew. */
const NAMES_KEPT = 1000;
const BY_WORDS = /@@|\blike\b/i;
/** PostgreSQL's code for a prepared statement whose columns have changed, by a migration of another process. */
const PLAN_IS_OLD = '0A000';

export function createPreparedReads(
  pool: Pool,
): (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> {
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known !== undefined || BY_WORDS.test(sql)) return known;
    if (names.size >= NAMES_KEPT) names.clear();
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
