// Passes a list as one parameter, so that lists of any length use the same statement.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './client.ts';
import { either } from './dialect.ts';

/** Ids as one parameter. Use as `id in ${idList(ids)}`. */
export const idList = (ids: readonly string[]): RawBuilder<unknown> => {
  const json = JSON.stringify(ids);
  return either({
    sqlite: sql`(select value from json_each(${json}))`,
    postgres: sql`(select json_array_elements_text(${json}::json) collate "C")`,
  });
};

/** Whole numbers as one parameter. Use as `doc in ${numberList(docs)}`. */
export const numberList = (numbers: readonly number[]): RawBuilder<unknown> =>
  either({
    sqlite: sql`(select value from json_each(${JSON.stringify(numbers)}))`,
    postgres: sql`(select unnest(${`{${numbers.join(',')}}`}::bigint[]))`,
  });

/** The whole numbers in the column `doc` of a query, read as one value. */
export async function readNumbers(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const list = either({
    sqlite: sql`(select json_group_array(doc) from (${query}))`,
    postgres: sql`array_to_json(array(${query}))`,
  });
  const { rows } = await sql<{ numbers: number[] | string }>`select ${list} as numbers`.execute(db);
  const numbers = rows[0]?.numbers ?? [];
  return typeof numbers === 'string' ? (JSON.parse(numbers) as number[]) : numbers;
}
