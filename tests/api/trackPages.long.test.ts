// A feed of 2,100 tracks: size of the first response, the last track by cursors, and every page found by an index
// lookup, at any position in the list.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORY_IDS, type CategoryId, OWN_CATEGORIES } from '../../api/contract/categories.ts';
import { CATEGORY_PAGE_TRACKS, FEED_SECTION_TRACKS } from '../../api/contract/limits.ts';
import { TABLE_COUNTED_ROWS } from '../../api/contract/tableSorts.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { searchIn } from '../../api/search/searchIn.ts';
import { type Matching, selectPage } from '../../api/tracks/pageQueries.ts';
import { stepsOf } from '../support/database/plans.ts';
import { actor } from '../support/server/actors.ts';
import { anyBelow, manyTracks } from '../support/server/manyTracks.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

/** More than twice what the moderators' table sorts. */
const TRACKS = 2100;
const FEED_MAX_BYTES = 40_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await manyTracks(app.deps, TRACKS);
  await app.deps.db.transaction().execute(async (tx) => {
    // A cover is 64 incompressible bytes; plays and lengths vary as in real data.
    const ids = await tx.selectFrom('tracks').select('id').execute();
    for (const { id } of ids) {
      const cover = randomBytes(64).toString('base64');
      await tx.updateTable('tracks').set({ cover }).where('id', '=', id).execute();
    }
    await sql`update tracks set plays = ${anyBelow(40)}, duration = 20 + ${anyBelow(2000)} / 7.0`.execute(tx);
  });
});
afterAll(() => app.close());

const page = (query: Record<string, string>) => get({ url: app.url, cookie: '' }, 'getTracks', query);

/** Reads all pages of a category, in the app's page size. */
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
      const reply = await plainRequest(`${app.url}/upload.php?${query}`, { 'accept-encoding': 'gzip, br' });
      expect(reply.status).toBe(200);
      expect(reply.headers['content-encoding']).toBeDefined();
      return reply.body.length;
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

it('shows every recording of followed accounts once, newest first, and none of muted ones', async () => {
  const { db } = app.deps;
  const fan = await actor(app, 'user');
  const people = await db.selectFrom('tracks').select('account_id as id').distinct().limit(30).execute();
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

it('returns the same tracks by votes, whether it finds matches first or tests rows one by one', async () => {
  const { db } = app.deps;
  const terms = { reach: 'prefix', words: ['still'], tags: [] } as const;
  const numbers = await searchIn(db).newest(db, terms, null, TRACKS);
  const idsBy = async (matching: Matching) => {
    const query = { category: 'top_rated', gender: 'females' };
    const rows = await selectPage(db, null, query, 0, matching).limit(2000).execute();
    return rows.map(({ id }) => id);
  };
  const { rows } = await sql<{ id: string }>`select id from tracks where gender = 'Female'
    and ' ' || title || ' ' || description || ' ' like '% still %'
    order by likes desc, plays desc, id desc`.execute(app.deps.db);
  expect(rows.length).toBeGreaterThan(100);
  const ids = rows.map(({ id }) => id);
  expect(await idsBy({ condition: searchIn(db).matches(terms) })).toEqual(ids);
  expect(await idsBy({ numbers })).toEqual(ids);
  const { json } = await page({ query: 'still', category: 'top_rated', gender: 'females', limit: '30' });
  expect((json.data as TrackView[]).map(({ id }) => id)).toEqual(ids.slice(0, 30));
});

it('sorts matches by their keys only, and reads whole rows only for the page', async () => {
  // With `stepsOf`, PostgreSQL avoids sorting, and few rows are sorted here.
  if (isPostgres(app.deps.db)) return;
  const matching = { numbers: [1, 2, 3] };
  const select = selectPage(app.deps.db, 'somebody', { tags: 'rain' }, 0, matching, { most: 21 });
  const steps = await stepsOf(app.deps.db, select.limit(21).compile());
  const firstReaction = steps.findIndex((step) => /^likes /.test(step));
  // The tracks of the page, then the candidates; reactions are read after both.
  expect(steps.filter((step) => /^tracks /.test(step))).toHaveLength(2);
  expect(steps.slice(firstReaction).filter((step) => /^tracks /.test(step))).toEqual([]);
});

it('reads at most one page of tracks per followed account', async () => {
  // With `stepsOf`, PostgreSQL avoids sorting, and few rows are sorted here.
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

/** The plan of a page: the steps on `tracks`, and any sort. */
async function planOf(category: CategoryId, cursor: string | null): Promise<string[]> {
  const query = { category, limit: '20', ...(cursor ? { cursor } : {}) };
  const page = selectPage(app.deps.db, null, query, Date.now()).limit(21);
  return (await stepsOf(app.deps.db, page.compile())).filter((step) => /^tracks |^sort/.test(step));
}

/** Categories for all visitors; the others need their own index. */
const EVERYBODYS = CATEGORY_IDS.filter((id) => !OWN_CATEGORIES.includes(id));
const INDEX_OF: Partial<Record<CategoryId, string>> = {
  new: 'tracks_new',
  top_rated: 'tracks_liked',
  most_commented: 'tracks_commented',
};

it.each(EVERYBODYS.map((id) => [id, INDEX_OF[id] ?? 'an index of its own'] as const))(
  'finds every page of %s by one index lookup, the last like the second',
  async (id, index) => {
    const { json } = await page({ category: id, limit: '20' });
    const second = await planOf(id, String(json.nextCursor));
    expect(second).toHaveLength(1);
    expect(second[0]).toMatch(new RegExp(`^tracks by ${index} \\(\\w+`));
    const late = await page({ category: id, limit: '500', cursor: String(json.nextCursor) });
    expect(await planOf(id, String(late.json.nextCursor))).toEqual(second);
  },
);

it('shows tracks with one or two tags and a word, page after page', async () => {
  const { db } = app.deps;
  const all = await sql<{
    id: string;
    tags_json: string;
    gender: string;
    title: string;
    description: string;
  }>`select id, tags_json, gender, title, description from tracks order by created_at desc, id desc`.execute(
    db,
  );
  const isTagged = (json: string, tags: string) =>
    tags.split(',').every((tag) => (JSON.parse(json) as string[]).some((each) => each.toLowerCase() === tag));
  const idsOf = async (query: Record<string, string>) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await page({ ...query, limit: '20', ...(cursor ? { cursor } : {}) });
      ids.push(...(json.data as TrackView[]).map(({ id }) => id));
      cursor = (json.nextCursor as string | undefined) ?? null;
    } while (cursor !== null);
    return ids;
  };
  for (const tags of ['rain', 'rain,music', 'female', 'rain,never'])
    for (const gender of ['all', 'females']) {
      const found = all.rows.filter(
        (row) => isTagged(row.tags_json, tags) && (gender === 'all' || row.gender === 'Female'),
      );
      if (tags === 'rain') expect(found.length).toBeGreaterThan(100);
      // The order of indexing differs.
      expect((await idsOf({ tags, gender })).toSorted(), `${tags} ${gender}`).toEqual(
        found.map(({ id }) => id).sort(),
      );
    }
  const tagged = all.rows.filter(
    ({ tags_json, title, description }) =>
      isTagged(tags_json, 'rain') && ` ${title} ${description}`.includes(' still'),
  );
  expect(tagged.length).toBeGreaterThan(10);
  expect((await idsOf({ tags: 'rain', query: 'still' })).toSorted()).toEqual(
    tagged.map(({ id }) => id).sort(),
  );
  for (const tags of ['', '💋'])
    expect((await page({ tags, cursor: 'docs.7' })).json.code).toBe('invalid_body');
});

it('sorts the newest 1,001 matches for moderators by any column', async () => {
  const admin = await actor(app, 'admin');
  const docs = await app.deps.db.selectFrom('search_rows').select(['doc', 'track_id']).execute();
  const numberOf = new Map(docs.map(({ doc, track_id }) => [track_id, doc]));
  const { rows } = await sql<{ id: string; title: string; likes: number; plays: number; duration: number }>`
    select id, title, likes, plays, duration from tracks`.execute(app.deps.db);
  const texts = await sql<{
    id: string;
    text: string;
  }>`select tracks.id, title || ' ' || description || ' ' || replace(tracks.tags_json, '"', ' ') || ' ' || username as text
    from tracks join accounts on accounts.id = account_id`.execute(app.deps.db);
  const textOf = new Map(texts.rows.map(({ id, text }) => [id, text.toLowerCase()]));
  const keys = {
    title: ({ title, id }: (typeof rows)[number]) => [title.toLowerCase(), id],
    length: ({ duration, id }: (typeof rows)[number]) => [duration, id],
    likes: ({ likes, plays, id }: (typeof rows)[number]) => [likes, plays, id],
  };
  const compare = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
  };
  // In a third of the rows; in all, at a beginning or inside; in fewer than are fetched and sorted.
  for (const search of ['still', 'person', 'erson', 'still nacht']) {
    const words = search.split(' ');
    const found = rows
      .filter(({ id }) => words.every((word) => textOf.get(id)?.includes(word)))
      .toSorted((a, b) => (numberOf.get(b.id) ?? 0) - (numberOf.get(a.id) ?? 0))
      .slice(0, TABLE_COUNTED_ROWS + 1);
    expect(found.length, search).toBeGreaterThan(50);
    for (const [sort, keyOf] of Object.entries(keys))
      for (const direction of ['desc', 'asc']) {
        const inOrder = found.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
        if (direction === 'desc') inOrder.reverse();
        const ids: string[] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < 3; pages++) {
          const { json } = await get(admin, 'getTrackTable', {
            ...{ search, sort, direction, limit: '30' },
            ...(cursor ? { cursor } : {}),
          });
          ids.push(...(json.data as { id: string }[]).map(({ id }) => id));
          cursor = json.nextCursor as string | undefined;
          if (cursor === undefined) break;
        }
        expect(ids, `${search} by ${sort} ${direction}`).toEqual(
          inOrder.slice(0, ids.length).map(({ id }) => id),
        );
        expect(ids.length).toBe(Math.min(90, inOrder.length));
      }
  }
});
