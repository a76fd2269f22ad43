// PostgreSQL plans a repeated read once, however many others run in between, and never prepares a search by words.
import { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createPreparedReads } from '../../api/db/postgres/reads.ts';

/** More statements than the app has. */
const OTHERS = 1200;

/** One connection, because prepared statements belong to a connection. */
const pool = new Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 1 });
afterAll(() => pool.end());

const preparedWith = async (text: string) =>
  (await pool.query(`select 1 from pg_prepared_statements where statement = $1`, [text])).rows.length;

test('prepares a repeated statement once, also after many others, but not a search by words', async () => {
  const read = createPreparedReads(pool);
  const [early, late, words] = [`select 'early'`, `select 'late'`, `select 'words' where 'a' like $1`];
  await read(early, []);
  for (let at = 0; at < OTHERS; at++) expect(await read(`select ${at} as at`, [])).toEqual([{ at }]);
  for (const text of [late, early, late]) await read(text, []);
  await read(words, ['a']);
  expect([await preparedWith(early), await preparedWith(late), await preparedWith(words)]).toEqual([1, 1, 0]);
});
