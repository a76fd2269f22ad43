// Tables of moderators, searched and sorted by another column: few rows are read and sorted, many are met along the index of an
// order, by their numbers in the index of words or row by row. Each way against looking at every text; and the numbers
// stay those of the index, the names of who reported theirs, whatever happens.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renameAccount } from '../../api/accounts/store.ts';
import type { CommentSort, Direction } from '../../api/contract/overview.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { fold } from '../../api/db/folding.ts';
import { commentsOfTable, countComments } from '../../api/overview/commentQueries.ts';
import { findComments } from '../../api/overview/commentWordQueries.ts';
import { pageOf } from '../../api/overview/pageQueries.ts';
import { reportsOfTable } from '../../api/overview/reportQueries.ts';
import { countTracks, tracksOfTable } from '../../api/overview/trackQueries.ts';
import { findTracks } from '../../api/overview/trackWordQueries.ts';
import { foundAnywhere } from '../../api/tracks/anywhereQueries.ts';
import { insideOf, lexemesOf, type SearchedWords } from '../../api/tracks/lexemes.ts';
import { tracksOfDocs } from '../../api/tracks/searchQueries.ts';
import { applyWords, insertTrack, removeTrack } from '../../api/tracks/store.ts';
import { wantedOf } from '../../api/tracks/vocabularyQueries.ts';
import { wordsOf } from '../../api/tracks/words.ts';
import { hasWords } from '../../api/tracks/wordTestQueries.ts';
import { type Actor, actor, comment, report, track } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';

const TRACKS = 4000;
/** So many that what is in one of fifty is more than are counted. */
const COMMENTS = 12_000;
const AT_ONCE = 1000;

let app: TestApp;
let owner: Actor;

const every = (at: number, step: number, word: string) => (at % step === 0 ? [word] : []);

const textsOf = (at: number): Omit<SearchedWords, 'username'> => ({
  title: [
    ...[...every(at, 2, 'Half'), ...every(at, 33, 'thirtieth'), ...every(at, 400, 'seldom')],
    // More words than a list may have, and a piece inside of words.
    ...[...every(at, 3, `pre${at}`), ...every(at, 31, 'understone'), 'on'],
  ].join(' '),
  description: [...every(at, 5, 'Tiefe, Bäche'), ...every(at, 70, 'stoneless'), 'ÉÉ'].join(' '),
  tags: at % 4 === 0 ? 'fünf' : 'o',
});

const contentOf = (at: number): string =>
  [
    ...[...every(at, 2, 'Grove'), ...every(at, 50, 'lantern'), ...every(at, 900, 'ember')],
    ...[...every(at, 3, `way${at}`), ...every(at, 45, 'a lanterns'), 'ok'],
  ].join(' ');

beforeAll(async () => {
  app = await createTestApp();
  owner = await actor(app, 'user');
  const { db } = app.deps;
  for (let first = 1; first <= TRACKS; first += AT_ONCE)
    await db.transaction().execute(async (tx) => {
      for (let at = first; at < first + AT_ONCE; at++) {
        const { tags, ...words } = textsOf(at);
        await insertTrack(tx, {
          ...{ id: `t${at}`, accountId: owner.accountId, username: owner.username, uploadId: null },
          ...{ file: `t${at}.mp3`, mimeType: 'audio/mpeg', size: 1, gender: null, face: '', lufs: null },
          ...{ ...words, tags: [tags], duration: (at * 37) % 101, demoPosition: null, createdAt: at },
        });
      }
    });
  for (let first = 1; first <= COMMENTS; first += AT_ONCE)
    await db.transaction().execute(async (tx) => {
      for (let at = first; at < first + AT_ONCE; at++)
        await tx
          .insertInto('comments')
          .values({
            ...{ id: `c${at}`, track_id: `t${1 + (at % 7)}`, account_id: owner.accountId },
            ...{ content: contentOf(at), likes: (at * 7) % 11, created_at: at },
          })
          .execute();
    });
  if (isPostgres(db)) await sql`analyze`.execute(db);
}, 300_000);
afterAll(() => app.close());

const begins = (tokens: readonly string[], word: string) =>
  tokens.some((token) => (word.length < 2 ? token === word : token.startsWith(word)));

function hasAnywhere(texts: SearchedWords, words: readonly string[]): boolean {
  const tokens = Object.values(texts).flatMap(lexemesOf);
  const isInside = (word: string) =>
    word.length >= 3 ? insideOf(texts).includes(word) : begins(tokens, word);
  return (
    words.every((word) => begins(tokens, word)) ||
    (words.some((word) => word.length >= 3) && words.every(isInside))
  );
}

const idsHaving = (words: readonly string[]): string[] =>
  Array.from({ length: TRACKS }, (_, at) => at + 1)
    .filter((at) => hasAnywhere({ ...textsOf(at), username: owner.username }, words.map(fold)))
    .map((at) => `t${at}`)
    .sort();

const SEARCHES = [
  ...[['half'], ['thirtieth'], ['seldom'], ['stone'], ['derst'], ['pre'], ['pre1'], ['re14'], ['nothing']],
  ...[['tiefe'], ['bache'], ['fünf'], ['o'], ['on'], ['éé'], ['thirt'], ['irtieth'], ['user']],
  ...[
    ['half', 'thirtieth'],
    ['half', 'stone'],
    ['seldom', 'half'],
    ['pre', 'half'],
    ['irtieth', 'o'],
  ],
  ...[
    ['nothing', 'half'],
    ['derst', 'on'],
    ['stone', 'tiefe', 'fünf'],
  ],
];

test('recordings, all of them when they are few, else along any order', async () => {
  const { db } = app.deps;
  const ways = new Set<string>();
  for (const words of SEARCHES) {
    const all = idsHaving(words);
    for (const most of [10, 150, 1000]) {
      const bounds = { few: most, counted: Math.min(most, 100) };
      const found = await foundAnywhere(db, await wantedOf(db, words, 'anywhere'), bounds);
      const name = `${words}, ${most}`;
      if ('few' in found) {
        const { rows } = await sql<{ id: string }>`select id from tracks
          where id in ${tracksOfDocs(found.few)}`.execute(db);
        expect(rows.map(({ id }) => id).sort(), name).toEqual(all);
        expect(all.length, name).toBeLessThanOrEqual(most);
        ways.add('few');
        continue;
      }
      expect(all.length, name).toBeGreaterThan(bounds.counted);
      const { rows } = await sql<{ id: string }>`select id from tracks
        where status = 'active' and ${found.isFound} order by likes desc, plays desc, id desc`.execute(db);
      expect(rows.map(({ id }) => id).sort(), name).toEqual(all);
      const { sql: text } = found.isFound.compile(db);
      ways.add(
        /has_words|from search_rows where search_rows\.doc =/.test(text) ? 'row by row' : 'by numbers',
      );
    }
  }
  expect([...ways].sort()).toEqual(['by numbers', 'few', 'row by row']);
}, 120_000);

test('recordings by date, page by page from either end: few, as many as are counted, and more', async () => {
  const { db } = app.deps;
  const newestFirst = (ids: readonly string[]) =>
    ids.toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
  for (const words of SEARCHES) {
    const newest = newestFirst(idsHaving(words)).slice(0, 220);
    const oldest = newestFirst(idsHaving(words)).slice(-220).reverse();
    for (const [direction, all] of Object.entries({ desc: newest, asc: oldest }) as [Direction, string[]][]) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const asked = { search: words.join(' '), direction, limit: '40', cursor };
        const found = await findTracks(db, asked);
        const page = pageOf(await tracksOfTable(db, asked, found), asked);
        ids.push(...page.rows.map(({ id }) => id));
        if (cursor === undefined)
          expect((await countTracks(db, asked, found)).n, `${words}`).toBe(
            Math.min(200, idsHaving(words).length),
          );
        cursor = page.nextCursor;
      } while (cursor !== undefined && ids.length < 220);
      expect(ids.slice(0, 220), `${words}, ${direction}`).toEqual(all);
    }
  }
}, 120_000);

test('SQLite tests a row as its index of words finds it', async () => {
  const { db } = app.deps;
  if (isPostgres(db)) return;
  for (const words of SEARCHES) {
    const { rows } = await sql<{
      id: string;
    }>`select id from tracks where ${hasWords('anywhere', words)}`.execute(db);
    expect(rows.map(({ id }) => id).sort(), `${words}`).toEqual(idsHaving(words));
    const tokensOf = (at: number) =>
      Object.values({ ...textsOf(at), username: owner.username }).flatMap(lexemesOf);
    const begun = Array.from({ length: TRACKS }, (_, at) => at + 1)
      .filter((at) => words.map(fold).every((word) => begins(tokensOf(at), word)))
      .map((at) => `t${at}`);
    const beginning = await sql<{
      id: string;
    }>`select id from tracks where ${hasWords('beginning', words)}`.execute(db);
    expect(beginning.rows.map(({ id }) => id).sort(), `${words}`).toEqual(begun.sort());
  }
}, 120_000);

async function pagesOf(search: string, sort: CommentSort, direction: 'asc' | 'desc'): Promise<string[]> {
  const { db } = app.deps;
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 4; page++) {
    const asked = { search, sort, direction, limit: '40', ...(cursor === undefined ? {} : { cursor }) };
    const rows = await commentsOfTable(db, asked, await findComments(db, asked));
    const shown = rows.slice(0, 40);
    ids.push(...shown.map(({ id }) => id));
    const last = shown.at(-1);
    if (rows.length <= 40 || !last) break;
    cursor = Buffer.from(JSON.stringify([last.likes, last.id])).toString('base64url');
  }
  return ids;
}

test('comments by likes, however many have the text', async () => {
  const { db } = app.deps;
  const ways = new Set<string>();
  for (const search of ['grove', 'lantern', 'ember', 'way', 'anter', 'grove lantern', 'a lant', 'nothing']) {
    const all = Array.from({ length: COMMENTS }, (_, at) => at + 1)
      .filter((at) => contentOf(at).toLowerCase().includes(search))
      .map((at) => ({ id: `c${at}`, likes: (at * 7) % 11 }))
      .sort((a, b) => a.likes - b.likes || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    for (const direction of ['asc', 'desc'] as const)
      expect(await pagesOf(search, 'likes', direction), `${search} ${direction}`).toEqual(
        (direction === 'asc' ? all : all.toReversed()).slice(0, 160),
      );
    const asked = { search, sort: 'likes' } as const;
    const found = await findComments(db, asked);
    expect(await countComments(db, asked, found), search).toEqual(
      all.length > 200 ? { n: 200, isLeast: true } : { n: all.length, isLeast: false },
    );
    const text = 'isAlong' in found ? found.isAlong.compile(db).sql : null;
    ways.add(text === null ? 'all' : /index_number in/.test(text) ? 'by numbers' : 'row by row');
  }
  expect([...ways].sort()).toEqual(['all', 'by numbers', 'row by row']);
}, 120_000);

/** Rows whose number is not that of the index, either way. */
async function wrongNumbers(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select (select count(*) from tracks left join search_rows on track_id = id
      where coalesce(index_number, 0) <> coalesce(search_rows.doc, 0))
    + (select count(*) from comments left join comment_docs on comment_id = id
      where coalesce(index_number, 0) <> coalesce(comment_docs.doc, 0))
    + (select count(*) from accounts left join account_docs on account_id = id
      where coalesce(index_number, 0) <> coalesce(account_docs.doc, 0)) as n`.execute(app.deps.db);
  return rows[0]?.n ?? -1;
}

test('a row knows its number when words change, and none when it is found no more', async () => {
  const { db } = app.deps;
  const [edited, gone] = [await track(app, owner, 'Evening'), await track(app, owner, 'Morning')];
  await comment(app, owner, edited);
  expect(await wrongNumbers()).toBe(0);
  const row = await db.selectFrom('tracks').selectAll().where('id', '=', edited).executeTakeFirstOrThrow();
  await db
    .transaction()
    .execute((tx) =>
      applyWords(tx, { id: edited, username: owner.username }, { ...wordsOf(row), title: 'Evening tide' }, 5),
    );
  await db.transaction().execute((tx) => removeTrack(tx, gone, 6));
  expect(await wrongNumbers()).toBe(0);
  const numberOf = async () =>
    (await db.selectFrom('tracks').select('index_number').where('id', '=', edited).executeTakeFirstOrThrow())
      .index_number;
  expect(await numberOf()).toBe(row.index_number);
  expect(row.index_number).toBeGreaterThan(TRACKS);
  await sql`delete from search_rows where track_id = ${edited}`.execute(db);
  expect(await numberOf()).toBeNull();
});

test('reports stand by the names of who reported, as they are now', async () => {
  const { db } = app.deps;
  const people = [await actor(app, 'user'), await actor(app, 'user'), await actor(app, 'user')];
  people.sort((a, b) => (a.username < b.username ? -1 : 1));
  for (const person of people) await report(app, person, 't1');
  // A page and one row more: what is chosen by an old name would be another one.
  const names = async () => {
    const rows = await reportsOfTable(db, { sort: 'reporter', direction: 'asc', limit: '1' });
    return rows.map(({ reporter_id }) => people.findIndex(({ accountId }) => accountId === reporter_id));
  };
  expect(await names()).toEqual([0, 1]);
  const [first] = people;
  if (!first) throw new Error('nobody reported');
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', first.accountId)
    .executeTakeFirstOrThrow();
  await renameAccount(db, account, 'zz_renamed', app.deps.now());
  expect(await names()).toEqual([1, 2]);
});
