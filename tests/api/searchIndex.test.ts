// The search index follows what changes: other words, another name, the end of a track; also in a database that an
// earlier version wrote.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { openDatabase } from '../../api/db/client.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { pageOfTracks } from '../../api/tracks/pages.ts';
import { renameInSearchRows } from '../../api/tracks/searchRowStore.ts';
import { type Actor, actor, track } from '../support/actors.ts';
import { searchedTexts } from '../support/books.ts';
import { earlierDatabase } from '../support/earlierDatabase.ts';
import { callAction, visitor } from '../support/publish.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get } from '../support/wire.ts';

let app: TestApp;
let owner: Actor;
beforeAll(async () => {
  app = await createTestApp();
  owner = await actor(app, 'user');
  // Somebody registered, whose edits do not wait.
  await app.deps.db
    .updateTable('accounts')
    .set({ is_verified: 1, password_hash: 'none' })
    .where('id', '=', owner.accountId)
    .execute();
});
afterAll(() => app.close());

const found = async (query: string) =>
  ((await get(visitor(app.url), 'getTracks', { query })).json.data as TrackView[]).map(({ id }) => id);

test('new words, a new name and the end of a track are what search finds', async () => {
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
  // On PostgreSQL pieces stand nowhere but in these rows.
  if (isPostgres(app.deps.db)) return;
  // Every piece in the index is of a word that is there.
  await sql`create virtual table temp.pieces using fts5vocab('main', 'tracks_fts_inside', 'row')`.execute(
    app.deps.db,
  );
  const { rows } = await sql<{ term: string }>`select term from temp.pieces`.execute(app.deps.db);
  const heard = ['harbour', 'soft', 'quiet_river'];
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.filter(({ term }) => !heard.some((word) => word.includes(term)))).toEqual([]);
});

test('every word of what is there stands once among the words, and none of what is gone', async () => {
  if (isPostgres(app.deps.db)) return;
  const words = async () =>
    (await sql<{ word: string }>`select word from search_words`.execute(app.deps.db)).rows;
  const wordsNow = async () => (await words()).map(({ word }) => word).sort();
  const person = await actor(app, 'user');
  await track(app, person, 'Anything');
  const before = await wordsNow();
  const [first, second] = [await track(app, person, 'Zephyr Zither'), await track(app, person, 'Zither')];
  expect(await wordsNow()).toEqual([...before, 'zephyr', 'zither'].sort());
  await callAction(person, 'deleteTrack', { trackId: first });
  expect(await wordsNow()).toEqual([...before, 'zither'].sort());
  expect(await found('ithe')).toEqual([second]);
  const third = await track(app, person, 'Näher');
  expect([await found('ähe'), await found('AHE')]).toEqual([[third], [third]]);
  for (const trackId of [second, third]) await callAction(person, 'deleteTrack', { trackId });
  expect(await wordsNow()).toEqual(before);
  await sql`insert into search_words_inside(search_words_inside) values ('integrity-check')`.execute(
    app.deps.db,
  );
});

test('a piece of very many words is found by itself, one of few by these words, each with the same answer', async () => {
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

test('an index from before it knew its rows, and word beginnings, is taken over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aural-index-'));
  const file = join(folder, 'aural.db');
  try {
    await earlierDatabase(file, '0005', async (earlier) => {
      await sql`insert into accounts(id, username, username_key, role, created_at,
        last_seen_at) values ('a', 'old_name', 'old_name', 'user', 0, 0)`.execute(earlier);
      await sql`insert into tracks(id, account_id, file, mime_type, size, title, description, tags_json, duration, face,
        status, created_at, updated_at)
        values ('t', 'a', 'f', 'audio/mpeg', 1, 'Title', '', '[]', 1, '', 'active', 0, 0)`.execute(earlier);
      await sql`insert into tracks_fts(rowid, track_id, title, description, tags, username)
        values (7, 't', 'Title', '', '', 'old_name')`.execute(earlier);
    });

    const now = await openDatabase(file);
    const byPiece = async (query: string) =>
      (await pageOfTracks(now.db, null, { query }, 0)).rows.map(({ id }) => id);
    expect([await byPiece('itl'), await byPiece('ame')]).toEqual([['t'], ['t']]);
    await renameInSearchRows(now.db, 'a', 'new_name');
    const rows = await sql<object>`select track_id, username from tracks_fts`.execute(now.db);
    expect(rows.rows).toEqual([{ track_id: 't', username: 'new_name' }]);
    const page = await pageOfTracks(now.db, null, { query: 'tit new_' }, 0);
    expect(page.rows.map(({ id }) => id)).toEqual(['t']);
    await now.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
