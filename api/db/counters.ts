// Counters beside the rows they count: moved by the transaction that adds or removes a row.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** `by` is added to the counter of the row `id`. */
export interface Step {
  id: string;
  by: number;
}

/** One statement for any number of rows; several steps of one row add up. Call from the noun that owns `table`. */
export async function moveCounter(
  db: Db,
  table: 'accounts' | 'tracks' | 'comments',
  counter: string,
  steps: readonly Step[],
): Promise<void> {
  const [first] = steps;
  if (!first) return;
  const column = sql.ref(counter);
  if (steps.length === 1) {
    // A like is one step, many times a second: 3 µs where the list below takes 70.
    await sql`update ${sql.table(table)} set ${column} = ${column} + ${first.by} where id = ${first.id}`.execute(
      db,
    );
    return;
  }
  await sql`update ${sql.table(table)} set ${column} = ${column} + step.by
    from (select value ->> 'id' as id, sum(value ->> 'by') as by from json_each(${JSON.stringify(steps)})
      group by 1) as step
    where ${sql.table(table)}.id = step.id`.execute(db);
}

/** Ids as one parameter: a list of thousands stays one statement. Use as `id in ${idList(ids)}`. */
export const idList = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
