// Compares search in the accounts table with a slow scan of every row. Many accounts share a name; some were renamed,
// some deleted, and only admins search e-mail addresses.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../api/accounts/store.ts';
import { TABLE_COUNTED_ROWS } from '../../api/contract/tableSorts.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

/** More than the table counts. */
const PEOPLE = 420;
const NAMES = ['heron', 'Marigold', 'heron', 'quill', 'Heronry', 'Ångström', 'Heron'];

let app: TestApp;
let [admin, moderator]: [Actor, Actor] = [] as never;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.deps;
  const ids: string[] = [];
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < PEOPLE; at++) {
      const name = at % 60 === 7 ? 'seldom' : NAMES[at % NAMES.length];
      const id = await insertAccount(
        tx,
        { username: `${name}_${at}`, role: 'user', passwordHash: 'none' },
        1000 + at,
      );
      ids.push(id);
      await tx
        .updateTable('accounts')
        .set({
          email: at % 9 === 0 ? `letters${at}@quill.example` : null,
          total_uploads: (at * 7) % 13,
          total_likes: (at * 5) % 31,
        })
        .where('id', '=', id)
        .execute();
    }
  });
  [admin, moderator] = [await actor(app, 'admin'), await actor(app, 'moderator')];
  await db
    .updateTable('accounts')
    .set({ username: 'Quill_anew' })
    .where('id', '=', ids[11] ?? '')
    .execute();
});
afterAll(() => app.close());

type Query = Record<string, string>;

/** Reads the whole table, forty rows at a time, and the total that it reports. */
async function found(by: Actor, query: Query) {
  const ids: string[] = [];
  let total: unknown;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { json } = await get(by, 'getUserTable', { limit: '40', ...query, ...(cursor && { cursor }) });
    total ??= json.total;
    ids.push(...(json.data as { id: string }[]).map(({ id }) => id));
    cursor = json.nextCursor as string | undefined;
  }
  return { ids, total };
}

interface Row {
  id: string;
  username: string;
  username_key: string;
  email: string | null;
  created_at: number;
  total_uploads: number;
  total_likes: number;
}

const KEYS: Record<string, (row: Row) => string | number> = {
  registered: (row) => row.created_at,
  username: (row) => row.username_key,
  uploads: (row) => row.total_uploads,
  likes: (row) => row.total_likes,
};
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const SEARCHES = [
  'heron',
  'HERONRY',
  'quill',
  'seldom',
  'n_3',
  'letters',
  'ång',
  'quill.example',
  'qu',
  'nobody is',
];

async function expectScanResults(searches = SEARCHES) {
  const { rows } = await sql<Row>`select * from accounts where deleted_at is null`.execute(app.deps.db);
  const counts = new Set<number>();
  for (const by of [admin, moderator])
    for (const search of searches) {
      const has = (text: string | null) => (text ?? '').toLowerCase().includes(search.toLowerCase());
      const fit = rows.filter(({ username, email }) => has(username) || (by === admin && has(email)));
      counts.add(fit.length);
      for (const [sort, key] of Object.entries(KEYS))
        for (const direction of ['desc', 'asc']) {
          const inOrder = fit.toSorted(
            (a, b) => (direction === 'asc' ? 1 : -1) * (compare(key(a), key(b)) || compare(a.id, b.id)),
          );
          expect(await found(by, { search, sort, direction }), `${search} ${sort} ${direction}`).toEqual({
            ids: inOrder.map(({ id }) => id),
            total: Math.min(fit.length, TABLE_COUNTED_ROWS),
          });
        }
    }
  return [...counts];
}

test('sorts matching accounts by every column, both ways, page after page', async () => {
  expect(Math.max(...(await expectScanResults()))).toBeGreaterThan(200);
});

test('neither shows nor counts deleted accounts', async () => {
  await app.deps.db
    .updateTable('accounts')
    .set({ deleted_at: 5000 })
    .where(sql<boolean>`created_at % 3 = 0`)
    .where('role', '=', 'user')
    .execute();
  await expectScanResults();
});

test('sorts only the newest 1,001 of more matches', async () => {
  const { db } = app.deps;
  const { id: _id, ...one } = await db
    .selectFrom('accounts')
    .selectAll()
    .where('username', '=', 'heron_2')
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 4100 }, (_, at) => {
    const username = `heronsfoot_${at}`;
    return {
      ...one,
      deleted_at: null,
      id: `many-${at}`,
      username,
      username_key: username,
      created_at: 9000 + at,
      total_likes: at % 77,
    };
  });
  for (let at = 0; at < many.length; at += 100)
    await db
      .insertInto('accounts')
      .values(many.slice(at, at + 100))
      .execute();
  const pages = async (query: Query) =>
    (await get(admin, 'getUserTable', { search: 'heronsfoot', ...query })).json;
  const ids = (await pages({ sort: 'likes' })).data as { id: string }[];
  const newest = many.slice(-TABLE_COUNTED_ROWS - 1);
  const inOrder = newest.toSorted((a, b) => compare(b.total_likes, a.total_likes) || compare(b.id, a.id));
  expect(ids.length).toBeGreaterThan(40);
  expect(ids.map(({ id }) => id)).toEqual(inOrder.slice(0, ids.length).map(({ id }) => id));
  expect(await pages({ sort: 'username' })).toMatchObject({ total: TABLE_COUNTED_ROWS, totalIsLeast: true });
});
