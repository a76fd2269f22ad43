// The lists of words that comments are found by: after whatever happens to comments, people and recordings they are what the
// texts say, no word more; and what is in many words, in long ones or across signs is found as the slow way finds it.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPostgres } from '../../api/db/dialect.ts';
import { findComments } from '../../api/overview/commentWordQueries.ts';
import { type Actor, actor, track } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get } from '../support/wire.ts';

/** More words than are looked for by their lists have it. */
const MANY = 130;
/** PostgreSQL keeps longer words in parts. */
const LONGEST_WHOLE = 100;
const LONG = `${'m'.repeat(250)}needle${'n'.repeat(300)}`;

let app: TestApp;
let admin: Actor;
let [one, two]: [Actor, Actor] = [] as never;
let ids: string[] = [];

const say = async (by: Actor, trackId: string, contents: readonly string[], from: number) => {
  for (const [at, content] of contents.entries())
    await app.deps.db
      .insertInto('comments')
      .values({
        id: `said-${from + at}`,
        track_id: trackId,
        account_id: by.accountId,
        content,
        likes: (at * 7) % 11,
        created_at: 1000 + from + at,
      })
      .execute();
};

beforeAll(async () => {
  app = await createTestApp();
  admin = await actor(app, 'admin');
  [one, two] = [await actor(app, 'user'), await actor(app, 'user')];
  ids = [await track(app, one, 'Evening Rain'), await track(app, two, 'Kettle, softly')];
  const many = Array.from(
    { length: MANY },
    (_, at) => `grove${String.fromCharCode(97 + (at % 26))}${at} said`,
  );
  await say(one, ids[0] ?? '', many, 0);
  await say(
    two,
    ids[1] ?? '',
    [
      "it's raining",
      'CAFÉ Crème',
      '50%_off now',
      LONG,
      'a≠b',
      'to be',
      'grove lantern',
      'lantern-grove lantern',
    ],
    500,
  );
});
afterAll(() => app.close());

interface Row {
  doc: number;
  content: string;
  username: string;
  title: string;
  id: string;
}

async function rowsNow(): Promise<Row[]> {
  const { rows } = await sql<Row>`select doc, content, accounts.username, tracks.title, comments.id
    from comment_docs join comments on comments.id = comment_id join accounts on accounts.id = comments.account_id
      join tracks on tracks.id = comments.track_id`.execute(app.deps.db);
  return rows;
}

/** Each list with its word, as the texts say. */
async function expectListsToBeTrue() {
  const { db } = app.deps;
  // PostgreSQL keeps them folded: letters without marks, and what is left of a sign with one.
  const folded = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  const small = (text: string) => text.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
  const asKept = isPostgres(db) ? folded : small;
  const expected = (await rowsNow()).flatMap(({ doc, content, username, title }) => {
    const words = [content, username, title].flatMap((text) =>
      asKept(text).split(/[^0-9a-z\u0080-\u{10ffff}]+/u),
    );
    return [...new Set(words)]
      .filter((word) => word.length >= 3 && word.length <= LONGEST_WHOLE)
      .map((word) => `${word} ${doc}`);
  });
  const { rows } = await sql<{ line: string }>`select comment_words.word || ' ' || doc as line
    from comment_postings join comment_words on number = comment_postings.word
    where length(comment_words.word) <= ${LONGEST_WHOLE}`.execute(db);
  expect(rows.map(({ line }) => line).sort()).toEqual(expected.sort());
  const left = await sql`select word from comment_words
    where number not in (select word from comment_postings)`.execute(db);
  expect(left.rows).toEqual([]);
}

/** All that the table shows, five at a time. */
async function found(search: string, query: Record<string, string>): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { json } = await get(admin, 'getCommentTable', {
      search,
      limit: '5',
      ...query,
      ...(cursor && { cursor }),
    });
    all.push(...(json.data as { id: string }[]).map(({ id }) => id));
    cursor = json.nextCursor as string | undefined;
  }
  return all;
}

const SEARCHES = [
  ...[
    'grove',
    'rove',
    'lantern',
    'antern',
    'grove lantern',
    'lantern-grove',
    "it's",
    "it's rain",
    '50%_off',
    '%_o',
  ],
  ...[
    'café',
    'fÉ cr',
    'needle',
    `needle${'n'.repeat(60)}`,
    'a≠b',
    'evening',
    'ning ra',
    'nothing like it',
    'user',
  ],
];

async function expectToBeFound() {
  const rows = await rowsNow();
  for (const search of SEARCHES) {
    const has = (text: string) => text.toLowerCase().includes(search.toLowerCase());
    const expected = rows.filter(({ content, username, title }) => [content, username, title].some(has));
    const inOrder = expected.sort((a, b) => b.doc - a.doc).map(({ id }) => id);
    expect(await found(search, {}), search).toEqual(inOrder);
    expect(await found(search, { direction: 'asc' }), search).toEqual(inOrder.toReversed());
    expect((await found(search, { sort: 'likes' })).sort(), search).toEqual([...inOrder].sort());
  }
}

test('the lists are what the texts say, and what they find is what the texts hold', async () => {
  await expectListsToBeTrue();
  await expectToBeFound();
});

test('after changes, renamings and ends too: no word stays that nobody says any more', async () => {
  const { db } = app.deps;
  await db.updateTable('comments').set({ content: 'grove, anew' }).where('id', '=', 'said-3').execute();
  await db
    .updateTable('comments')
    .set({ account_id: two.accountId, track_id: ids[1] ?? '' })
    .where('id', '=', 'said-4')
    .execute();
  await db
    .updateTable('accounts')
    .set({ username: 'Lantern Keeper' })
    .where('id', '=', one.accountId)
    .execute();
  await db
    .updateTable('tracks')
    .set({ title: 'Morning grove' })
    .where('id', '=', ids[0] ?? '')
    .execute();
  await db.deleteFrom('comments').where('id', 'in', ['said-7', 'said-500', 'said-503']).execute();
  await expectListsToBeTrue();
  await expectToBeFound();
  await db
    .deleteFrom('tracks')
    .where('id', '=', ids[1] ?? '')
    .execute();
  await expectListsToBeTrue();
  await db.deleteFrom('accounts').where('id', '=', one.accountId).execute();
  expect(
    (await sql`select * from comment_words union all select word, 'x' from comment_postings`.execute(db))
      .rows,
  ).toEqual([]);
});

test('what one comment of fifty says, by likes: page by page, also where many of them are hidden', async () => {
  const { db } = app.deps;
  const by = await actor(app, 'user');
  const [shown, hidden] = [await track(app, by, 'Ford'), await track(app, by, 'Weir')];
  const every = Array.from({ length: 12_500 }, (_, at) => ({
    id: `near-${at}`,
    track_id: at % 150 === 0 ? hidden : shown,
    account_id: by.accountId,
    content: at % 50 === 0 ? `brook${at % 3} below` : 'below',
    likes: (at * 37) % 911,
    created_at: 5000 + at,
  }));
  for (let at = 0; at < every.length; at += 500)
    await db
      .insertInto('comments')
      .values(every.slice(at, at + 500))
      .execute();
  expect(await findComments(db, { search: 'brook', sort: 'likes' })).toHaveProperty('near');
  const expectPages = async (kept: typeof every) => {
    const inOrder = kept
      .filter(({ content }) => content.startsWith('brook'))
      .sort((a, b) => b.likes - a.likes || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    expect(await found('brook', { sort: 'likes', limit: '50' })).toEqual(inOrder);
    expect(await found('brook', { sort: 'likes', limit: '50', direction: 'asc' })).toEqual(
      inOrder.toReversed(),
    );
  };
  await expectPages(every);
  await db.updateTable('tracks').set({ status: 'removed' }).where('id', '=', hidden).execute();
  await expectPages(every.filter(({ track_id }) => track_id === shown));
}, 60_000);
