// Reads whose plan a connection keeps: most of what a small read costs is making its plan. Words are looked for with a plan of
// their own each time, because a rare one wants another than a common one.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Of the app: about 60. Lists of several lengths make more, and what is rare is planned each time. */
const KEPT = 200;
const BY_WORDS = /@@|\blike\b/i;
/** A migration of another process has changed the columns of a kept plan. */
const PLAN_IS_OLD = '0A000';

export function createPreparedReads(
  pool: Pool,
): (sql: string, parameters: readonly unknown[]) => Promise<unknown[]> {
  let names = new Map<string, string>();
  let generation = 0;

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known !== undefined || names.size >= KEPT || BY_WORDS.test(sql)) return known;
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
      names = new Map();
      return (await pool.query(sql, values)).rows;
    }
  };
}
