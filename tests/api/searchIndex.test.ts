import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { readNumbers } from '../../api/db/lists.ts';
import { actor, track } from '../support/server/actors.ts';
import { searchedTexts } from '../support/server/databaseView.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
// A registered account, whose edits apply at once.
await app.deps.db
  .updateTable('accounts')
  .set({ is_verified: 1, password_hash: 'none' })
  .where('id', '=', owner.accountId)
  .execute();
afterAll(() => app.close());

const found = async (query: string) =>
  ((await get(visitor(app.url), 'getTracks', { query })).json.data as TrackView[]).map(({ id }) => id);

test('search follows new text, a new name and the deletion of a track', async () => {
  const [first, second] = [await track(app, owner, 'Lantern'), await track(app, owner, 'Harbour')];
  await callAction(owner, 'updateTrack', { trackId: first, updates: { title: 'Candle' } });
  expect([await found('lantern'), await found('candle')]).toEqual([[], [first]]);
  expect([await found('antern'), await found('andle')]).toEqual([[], [first]]);

  const { accountId: userId } = owner;
  const before = ((await get(owner, 'getUser', { userId })).json.data as { username: string }).username;
  await callAction(owner, 'updateUser', { userId, updates: { username: 'quiet_river' } });
  expect(await found(before)).toEqual([]);
  expect((await found('quiet_river')).sort()).toEqual([first, second].sort());
  expect((await found('uiet')).sort()).toEqual([first, second].sort());
  expect(await found(before.slice(1))).toEqual([]);

  await callAction(owner, 'deleteTrack', { trackId: first });
  expect([await found('candle'), await found('andle')]).toEqual([[], []]);
  expect(await found('harbour')).toEqual([second]);
  const rowsLeft = await app.deps.db.selectFrom('search_rows').select('track_id').execute();
  expect(rowsLeft).toEqual([{ track_id: second }]);
  const texts = await searchedTexts(app.deps.db);
  expect(texts).toEqual([expect.stringMatching(new RegExp(`harbour.*quiet_river.*${second}$`, 'is'))]);
  // PostgreSQL stores pieces of words only in these rows.
  if (isPostgres(app.deps.db)) return;
  // Every piece in the index belongs to an existing word.
  await sql`create virtual table temp.pieces using fts5vocab('main', 'tracks_fts_inside', 'row')`.execute(
    app.deps.db,
  );
  const { rows } = await sql<{ term: string }>`select term from temp.pieces`.execute(app.deps.db);
  const heard = ['harbour', 'soft', 'quiet_river'];
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.filter(({ term }) => !heard.some((word) => word.includes(term)))).toEqual([]);
});

test('finds pieces of words, whether many words contain them or few', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 104; number++)
    ids.push(await track(app, owner, `Q${number}yaxle R${number % 3}oke`));
  await track(app, owner, 'R0oke alone');
  const many = await found('yaxl');
  expect(many.sort()).toEqual([...ids].sort());
  expect((await found('yaxl 0ok')).sort()).toEqual(ids.filter((_, at) => at % 3 === 0).sort());
  expect(await found('07yaxl')).toEqual([]);
  expect((await found('7yaxl')).length).toBe(10);
});

test('numbers of rows are read as numbers, because the server computes with them', async () => {
  const query = sql`select doc from (select cast(7 as bigint) as doc union all select 8) as rows order by doc`;
  expect(await readNumbers(app.deps.db, query)).toEqual([7, 8]);
});
