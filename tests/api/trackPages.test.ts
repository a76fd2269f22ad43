// 5,000 tracks: what the feed's first answers weigh on the wire, the last track by cursors, and every page found by a
// step into the index of its order, wherever it is in the list.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORY_IDS, type CategoryId, OWN_CATEGORIES } from '../../api/contract/categories.ts';
import { CATEGORY_PAGE_TRACKS, FEED_SECTION_TRACKS } from '../../api/contract/limits.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { selectPage } from '../../api/tracks/pageQueries.ts';
import { actor } from '../support/actors.ts';
import { anyBelow, manyTracks } from '../support/manyTracks.ts';
import { plainRequest } from '../support/plainRequest.ts';
import { stepsOf } from '../support/plans.ts';
import { callAction } from '../support/publish.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get } from '../support/wire.ts';

const TRACKS = 5000;
const FEED_MAX_BYTES = 40_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await manyTracks(app.deps, TRACKS);
  await app.deps.db.transaction().execute(async (tx) => {
    // A face is 64 bytes that no compression makes smaller; plays and lengths differ as in life.
    const ids = await tx.selectFrom('tracks').select('id').execute();
    for (const { id } of ids) {
      const face = randomBytes(64).toString('base64');
      await tx.updateTable('tracks').set({ face }).where('id', '=', id).execute();
    }
    await sql`update tracks set plays = ${anyBelow(40)}, duration = 20 + ${anyBelow(2000)} / 7.0`.execute(tx);
  });
}, 180_000);
afterAll(() => app.close());

const page = (query: Record<string, string>) => get({ url: app.url, cookie: '' }, 'getTracks', query);

/** Every page of a category, a page of the app at a time. */
async function allOf(category: string, gender = 'all'): Promise<TrackView[]> {
  const seen: TrackView[] = [];
  let cursor: string | null = null;
  do {
    const query = { category, gender, limit: String(CATEGORY_PAGE_TRACKS), ...(cursor ? { cursor } : {}) };
    const { json } = await page(query);
    seen.push(...(json.data as TrackView[]));
    cursor = (json.nextCursor as string | undefined) ?? null;
  } while (cursor !== null);
  return seen;
}

it('sends the whole first feed in less than 40 kB', async () => {
  const sizes = await Promise.all(
    CATEGORY_IDS.filter((id) => !OWN_CATEGORIES.includes(id)).map(async (category) => {
      const query = new URLSearchParams({
        action: 'getTracks',
        category,
        limit: String(FEED_SECTION_TRACKS),
      });
      const heard = await plainRequest(`${app.url}/upload.php?${query}`, { 'accept-encoding': 'gzip, br' });
      expect(heard.status).toBe(200);
      expect(heard.headers['content-encoding']).toBeDefined();
      return heard.body.length;
    }),
  );
  expect(sizes).toHaveLength(3);
  expect(Math.min(...sizes)).toBeGreaterThan(500);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FEED_MAX_BYTES);
});

describe.each([
  ['top_rated', (track: TrackView) => [track.likes, track.plays]],
  ['most_commented', (track: TrackView) => [track.commentsCount, track.duration]],
] as const)('%s', (category, valuesOf) => {
  it('reaches the last track by cursors: each once, equal votes by plays or length', async () => {
    const seen = await allOf(category);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(TRACKS);
    expect(seen).toHaveLength(TRACKS);
    const wrong = seen.filter((track, index) => {
      const before = seen[index - 1];
      if (!before) return false;
      const [vote = 0, tie = 0] = valuesOf(track);
      const [voteBefore = 0, tieBefore = 0] = valuesOf(before);
      if (vote !== voteBefore) return vote > voteBefore;
      return tie !== tieBefore ? tie > tieBefore : track.id > before.id;
    });
    expect(wrong).toEqual([]);
  });
});

it('filters by gender on the server, to the last track', async () => {
  const { count } = await app.deps.db
    .selectFrom('tracks')
    .where('gender', '=', 'Female')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const seen = await allOf('top_rated', 'females');
  expect(seen).toHaveLength(count);
  expect(seen.every(({ gender }) => gender === 'Female')).toBe(true);
});

it('shows of whom somebody follows every recording once, the newest first, and nothing of who is muted', async () => {
  const { db } = app.deps;
  const fan = await actor(app, 'user');
  const people = await db.selectFrom('tracks').select('account_id as id').distinct().limit(12).execute();
  for (const { id } of people) await callAction(fan, 'addFollow', { follow: { followingId: id } });
  await callAction(fan, 'hidePerson', { userId: people[0]?.id ?? '', kind: 'mute' });
  const followed = people.slice(1).map(({ id }) => id);
  const theirs = await db
    .selectFrom('tracks')
    .select('id')
    .where('account_id', 'in', followed)
    .where('gender', '=', 'Male')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { category: 'subscribs', gender: 'males', limit: '1', ...(cursor ? { cursor } : {}) };
    const { json } = await get(fan, 'getTracks', query);
    seen.push(...(json.data as TrackView[]).map(({ id }) => id));
    cursor = (json.nextCursor as string | undefined) ?? null;
  } while (cursor !== null);
  expect(seen.length).toBeGreaterThan(14);
  expect(seen).toEqual(theirs.map(({ id }) => id));
});

it('finds by votes what has a common word, whether rows are asked one by one or found first', async () => {
  const wanted = { words: ['still'], holding: new Map<string, string[]>(), wording: null };
  const idsBy = async (areMany: boolean) => {
    const sought = { wanted, reach: 'beginning', areMany } as const;
    const rows = await selectPage(app.deps.db, null, { category: 'top_rated', gender: 'females' }, 0, sought)
      .limit(2000)
      .execute();
    return rows.map(({ id }) => id);
  };
  const { rows } = await sql<{ id: string }>`select id from tracks where gender = 'Female'
    and ' ' || title || ' ' || description || ' ' like '% still %'
    order by likes desc, plays desc, id desc`.execute(app.deps.db);
  expect(rows.length).toBeGreaterThan(100);
  const ids = rows.map(({ id }) => id);
  expect(await idsBy(true)).toEqual(ids);
  expect(await idsBy(false)).toEqual(ids);
  const { json } = await page({ query: 'still', category: 'top_rated', gender: 'females', limit: '30' });
  expect((json.data as TrackView[]).map(({ id }) => id)).toEqual(ids.slice(0, 30));
});

it('sorts what is found by few words or tags by its key alone, and reads what a page shows of a page of it', async () => {
  // Asked what it can do, PostgreSQL may not sort (`stepsOf`), and few rows are sorted here.
  if (isPostgres(app.deps.db)) return;
  const select = selectPage(app.deps.db, 'somebody', { tags: 'rain' }, 0, null, { tag: 'rain', most: 21 });
  const steps = await stepsOf(app.deps.db, select.limit(21).compile());
  const marks = steps.findIndex((step) => /^likes /.test(step));
  // The tracks of the page, then those it is chosen from; marks are looked for after both.
  expect(steps.filter((step) => /^tracks /.test(step))).toHaveLength(2);
  expect(steps.slice(marks).filter((step) => /^(tracks|track_tags) /.test(step))).toEqual([]);
});

it('reads of each followed person no more than a page takes', async () => {
  // Asked what it can do, PostgreSQL may not sort (`stepsOf`), and few rows are sorted here.
  if (isPostgres(app.deps.db)) return;
  const query = { category: 'subscribs', limit: '20' };
  const select = selectPage(app.deps.db, 'somebody', query, Date.now(), null, { ofEach: 21 }).limit(21);
  const steps = await stepsOf(app.deps.db, select.compile());
  const read = steps.filter((step) => /^(tracks|theirs|chosen|follows) /.test(step));
  expect(read.filter((step) => / (along|whole)/.test(step))).toEqual([]);
  expect(read).toContainEqual(expect.stringMatching(/^theirs by tracks_account \(account_id/));
});

it('answers one track by its id', async () => {
  const [first] = (await page({ limit: '1' })).json.data as TrackView[];
  const found = (await page({ id: first?.id ?? '' })).json.data as TrackView[];
  expect(found).toEqual([first]);
  expect((await page({ id: 'nobody' })).json.data).toEqual([]);
});

/** How the page is found: the steps about `tracks`, and any sorting. */
async function planOf(category: CategoryId, cursor: string | null): Promise<string[]> {
  const query = { category, limit: '20', ...(cursor ? { cursor } : {}) };
  const page = selectPage(app.deps.db, null, query, Date.now()).limit(21);
  return (await stepsOf(app.deps.db, page.compile())).filter((step) => /^tracks |^sort/.test(step));
}

/** What everybody's categories are found by; another one needs an index of its own. */
const EVERYBODYS = CATEGORY_IDS.filter((id) => !OWN_CATEGORIES.includes(id));
const INDEX_OF: Partial<Record<CategoryId, string>> = {
  new: 'tracks_new',
  top_rated: 'tracks_liked',
  most_commented: 'tracks_commented',
};

it.each(EVERYBODYS.map((id) => [id, INDEX_OF[id] ?? 'an index of its own'] as const))(
  'finds every page of %s by one step into its index, the last like the second',
  async (id, index) => {
    const { json } = await page({ category: id, limit: '20' });
    const second = await planOf(id, String(json.nextCursor));
    expect(second).toHaveLength(1);
    expect(second[0]).toMatch(new RegExp(`^tracks by ${index} \\(\\w+`));
    const late = await page({ category: id, limit: '500', cursor: String(json.nextCursor) });
    expect(await planOf(id, String(late.json.nextCursor))).toEqual(second);
  },
);
