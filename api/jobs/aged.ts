// Deleting what is too old in steps: no statement holds the database for long, and no run takes more than a part.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Schema } from '../db/schema.ts';

/** Rows that one run deletes from each table; the next run goes on. */
export const ROWS_PER_RUN = 10_000;
/** Rows that one statement deletes, in a few milliseconds. */
const ROWS_AT_ONCE = 500;

/** `key` are the columns that name a row. Returns how many went. */
export async function deleteAged(
  db: Db,
  table: keyof Schema,
  key: readonly string[],
  isTooOld: RawBuilder<unknown>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let deleted = 0;
  while (deleted < ROWS_PER_RUN) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isTooOld} limit ${ROWS_AT_ONCE})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(ROWS_AT_ONCE)) break;
  }
  return deleted;
}
