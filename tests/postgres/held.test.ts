// Rows that hold words, in the order of their numbers: as a plain sort of all of them gives them, wherever the look at one row
// after the other ends and the index goes on.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areDense, type Held, newestHeld, nextHeld } from '../../api/db/postgres/held.ts';
import { stepsOf } from '../support/plans.ts';
import { type OpenPostgresDatabase, openOnPostgres } from '../support/postgresDatabase.ts';

/** Numbers with gaps, as after rows were erased. */
const LAST = 600;
const isThere = (doc: number) => doc % 7 !== 0;
const isHeld = (doc: number, every: number) => isThere(doc) && doc % every === 0;
const wordOf = (every: number) => `every${every}th`;
const EVERY = [1, 3, 20, 149, 1000];
const WALKED = 50;

let database: OpenPostgresDatabase;
const heldBy = (every: number): Held => ({
  table: 'comment_docs',
  number: 'doc',
  condition: sql`inside like ${`%${wordOf(every)}%`}`,
});

beforeAll(async () => {
  database = await openOnPostgres();
  const docs = Array.from({ length: LAST }, (_, at) => at + 1).filter(isThere);
  const rows = docs.map((doc) => ({
    doc,
    comment_id: `c${doc}`,
    inside: EVERY.filter((every) => doc % every === 0)
      .map(wordOf)
      .join(' '),
  }));
  await sql`insert into comment_docs(doc, comment_id, inside)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(doc bigint, comment_id text, inside text)`.execute(
    database.db,
  );
}, 60_000);
afterAll(() => database.close());

test.each(EVERY)('of rows that hold what every %ith has', async (every) => {
  const all = Array.from({ length: LAST }, (_, at) => at + 1).filter((doc) => isHeld(doc, every));
  for (const direction of ['desc', 'asc'] as const)
    for (const after of [null, 1, 2, 140, 301, LAST, LAST + 1, 5000])
      for (const most of [1, 7, 60, 1000]) {
        const beyond = all.filter(
          (doc) => after === null || (direction === 'desc' ? doc < after : doc > after),
        );
        const inOrder = direction === 'desc' ? beyond.toReversed() : beyond;
        expect(
          await nextHeld(database.db, heldBy(every), { direction, after, most, walked: WALKED }),
          `${direction} after ${after}, ${most}`,
        ).toEqual(inOrder.slice(0, most));
      }
});

test.each(EVERY)('whether every %ith are many, and the newest of them', async (every) => {
  const all = Array.from({ length: LAST }, (_, at) => LAST - at).filter((doc) => isHeld(doc, every));
  const border = LAST + 1 - WALKED;
  for (const most of [1, 5, 16, 17, 60, 172, 173, 600]) {
    const { docs, next } = await newestHeld(database.db, heldBy(every), most, WALKED);
    const isAll = all.length < most;
    expect(next === null, `${most}`).toBe(isAll);
    expect(docs, `${most}`).toEqual(isAll ? all : all.slice(0, docs.length));
    // Nothing between what is told and where it goes on.
    if (next !== null) expect(all.filter((doc) => doc >= next)).toEqual(docs);
    if (next !== null && docs.length < most) expect(next).toBe(border);
  }
});

test('many are known from the newest rows alone', async () => {
  expect(await areDense(database.db, heldBy(3))).toBe(true);
  expect(await areDense(database.db, heldBy(20))).toBe(false);
});

test('nothing is found in no rows', async () => {
  const none: Held = { table: 'report_docs', number: 'doc', condition: sql`inside like '%a%'` };
  for (const direction of ['desc', 'asc'] as const)
    expect(await nextHeld(database.db, none, { direction, after: null, most: 5 })).toEqual([]);
});

test('the rows before the border come along the key, the others out of the index', async () => {
  const { db } = database;
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const told = db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(db.getExecutor().compileQuery(node, { queryId: 'held' }));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await nextHeld(told, heldBy(149), { direction: 'desc', after: 500, most: 10, walked: WALKED });
  const steps = await Promise.all(asked.map((query) => stepsOf(db, query)));
  expect(steps).toEqual([
    ['comment_docs by comment_docs_pkey (doc)'],
    ['sort', 'comment_docs by comment_docs_inside ()'],
  ]);
});
