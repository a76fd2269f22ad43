// Recordings found by words on PostgreSQL, in the order of their numbers: as a plain look at every one tells, whichever way they are
// found: by one list of postings, along the shortest of several, or row by row. And the lists say what the rows say, always.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '../../api/db/folding.ts';
import { insideOf, lexemesOf, vectorOf } from '../../api/tracks/lexemes.ts';
import { endsOf } from '../../api/tracks/matching.ts';
import { newestOnPostgres, nextOnPostgres } from '../../api/tracks/postgresSearchQueries.ts';
import { type Reach, wantedOf } from '../../api/tracks/vocabularyQueries.ts';
import { stepsOf } from '../support/plans.ts';
import { type OpenPostgresDatabase, openOnPostgres } from '../support/postgresDatabase.ts';

/** More than are read of the shortest list before the others are asked row by row. */
const ROWS = 8000;
const AT_ONCE = 2000;

interface Texts {
  title: string;
  description: string;
  tags: string;
  username: string;
}
const every = (doc: number, step: number, word: string) => (doc % step === 0 ? [word] : []);
const textsOf = (doc: number): Texts => ({
  title: [
    'Stone',
    ...every(doc, 7, 'seven'),
    ...every(doc, 100, 'Hundredth'),
    ...every(doc, 2500, 'seldom'),
    ...every(doc, 900, 'understone'),
    // Inside which a piece is found whose rows nearly all have it at a beginning, too.
    ...(doc % 2900 === 0 ? [] : ['tones']),
    // More words than a list may have.
    `pre${doc % 150}`,
  ].join(' '),
  description: [...every(doc, 3, 'deep'), ...every(doc, 11, 'seven'), ...every(doc, 4001, 'abyss')].join(
    ', ',
  ),
  tags: doc % 5 === 0 ? 'fünf' : 'o',
  username: `name_${doc % 60}`,
});

const rows = Array.from({ length: ROWS }, (_, at) => at + 1)
  .filter((doc) => doc % 13 !== 0)
  .map((doc) => ({ doc, texts: textsOf(doc) }));

let database: OpenPostgresDatabase;

beforeAll(async () => {
  database = await openOnPostgres();
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const made = rows.slice(first, first + AT_ONCE).map(({ doc, texts }) => ({
      doc,
      id: `t${doc}`,
      words: vectorOf(texts),
      inside: insideOf(texts),
    }));
    await sql`insert into search_rows(doc, track_id, words, inside) select doc, id, words::tsvector, inside
      from json_to_recordset(${JSON.stringify(made)}::json) as made(doc bigint, id text, words text, inside text)`.execute(
      database.db,
    );
  }
  await sql`analyze search_rows, search_words, search_postings`.execute(database.db);
}, 120_000);
afterAll(() => database.close());

const begins = (tokens: readonly string[], word: string) =>
  tokens.some((token) => (word.length < 2 ? token === word : token.startsWith(word)));

const LOOKS: Record<Reach, (texts: Texts, words: readonly string[]) => boolean> = {
  beginning: (texts, words) => {
    const tokens = Object.values(texts).flatMap(lexemesOf);
    return words.every((word) => begins(tokens, word));
  },
  inside: (texts, words) => isInside(texts, words) && !LOOKS.beginning(texts, words),
  anywhere: (texts, words) => isInside(texts, words) || LOOKS.beginning(texts, words),
  similar: (texts, words) => {
    const short = lexemesOf([texts.title, texts.tags, texts.username].join('\n'));
    return words.every((word) => {
      const { head = word, tail = '' } = endsOf(word) ?? {};
      return begins(short, head) || (tail.length >= 3 && insideOf(texts).includes(tail));
    });
  },
};

function isInside(texts: Texts, words: readonly string[]): boolean {
  const tokens = Object.values(texts).flatMap(lexemesOf);
  return (
    words.some((word) => word.length >= 3) &&
    words.every((word) => (word.length >= 3 ? insideOf(texts).includes(word) : begins(tokens, word)))
  );
}

const found = (reach: Reach, words: readonly string[]) =>
  rows.filter(({ texts }) => LOOKS[reach](texts, words.map(fold))).map(({ doc }) => doc);

const WORDS = [
  ...[['stone'], ['seven'], ['hundredth'], ['seldom'], ['abyss'], ['deep'], ['fünf'], ['o'], ['st']],
  ...[['tone'], ['derst'], ['pre'], ['pre1'], ['re14'], ['name'], ['nothing']],
  ...[
    ['stone', 'seven'],
    ['seven', 'deep'],
    ['seldom', 'seven'],
    ['hundredth', 'seldom'],
    ['pre', 'seldom'],
  ],
  ...[
    ['pre', 'stone'],
    ['tone', 'se'],
    ['tone', 'derst'],
    ['nothing', 'stone'],
    ['pre', 'abyss', 'name'],
  ],
  ...[['sxven'], ['seldxm', 'stone'], ['hundrdeth']],
];
const REACHES: readonly Reach[] = ['beginning', 'inside', 'similar', 'anywhere'];

test.each(REACHES)(
  'the next ones in both directions, %s',
  async (reach) => {
    for (const words of WORDS) {
      const wanted = await wantedOf(database.db, words, reach);
      const all = found(reach, words);
      for (const direction of ['desc', 'asc'] as const)
        for (const after of [null, 1, 2901, 6000, ROWS + 1])
          for (const most of [1, 40, 84]) {
            const beyond = all.filter(
              (doc) => after === null || (direction === 'desc' ? doc < after : doc > after),
            );
            const inOrder = direction === 'desc' ? beyond.toReversed() : beyond;
            expect(
              await nextOnPostgres(database.db, wanted, reach, { direction, after, most }),
              `${words} ${direction} after ${after}, ${most}`,
            ).toEqual(inOrder.slice(0, most));
          }
    }
  },
  300_000,
);

test.each(REACHES)(
  'whether they are few, and some of the newest, %s',
  async (reach) => {
    for (const words of WORDS) {
      const wanted = await wantedOf(database.db, words, reach);
      const all = found(reach, words).toReversed();
      for (const most of [1, 21, 501]) {
        const { docs, next } = await newestOnPostgres(database.db, wanted, reach, most);
        expect(docs, `${words}, ${most}`).toEqual(all.slice(0, docs.length));
        if (next === null) expect(docs.length, `${words}, ${most}`).toBe(all.length);
        // Nothing between what is told and where it goes on.
        else expect(all.filter((doc) => doc >= next)).toEqual(docs);
      }
    }
  },
  120_000,
);

const listed = async () =>
  (
    await sql<{
      line: string;
    }>`select search_words.word || ' ' || doc || ' ' || is_short || ' ' || (postings.word < 0)::int as line
      from search_postings as postings join search_words on number = abs(postings.word)`.execute(database.db)
  ).rows.map(({ line }) => line);
const asRowsSay = async () =>
  (
    await sql<{ line: string }>`with said as (
        select lexeme, doc, 'A' = any(weights) as is_short from search_rows, unnest(words))
      select lexeme || ' ' || doc || ' ' || max(is_short::int) over (partition by lexeme) || ' ' || (not is_short)::int as line
      from said`.execute(database.db)
  ).rows.map(({ line }) => line);
const orphans = async () =>
  (
    await sql<{ word: string }>`select word from search_words where not exists (
      select 1 from search_rows where words @@ quote_literal(word)::tsquery)`.execute(database.db)
  ).rows.map(({ word }) => word);

test('the lists follow the rows, and a word goes with its last one', async () => {
  const { db } = database;
  const change = (texts: Texts, doc: number) =>
    sql`update search_rows set words = ${vectorOf(texts)}::tsvector, inside = ${insideOf(texts)}
      where doc = ${doc}`.execute(db);
  const same = async () => {
    expect((await listed()).toSorted()).toEqual((await asRowsSay()).toSorted());
    expect(await orphans()).toEqual([]);
  };
  await same();
  await change({ title: 'Alone', description: 'stone', tags: '', username: 'only_one' }, 1);
  await same();
  expect(await listed()).toContain('alone 1 1 0');
  await change({ title: 'Other', description: 'alone', tags: '', username: 'only_one' }, 1);
  await sql`update search_words set is_short = 0 where word = 'alone'`.execute(db);
  await same();
  await change({ title: 'Other', description: '', tags: '', username: 'two' }, 1);
  await same();
  expect((await listed()).filter((line) => /^(alone|only) /.test(line))).toEqual([]);
  await sql`delete from search_rows where doc in (1, 2500, 4001)`.execute(db);
  await same();
  expect((await listed()).filter((line) => /^(abyss|other) /.test(line))).toEqual([]);
}, 60_000);

test('a row that is written looks its words up, and reads no whole table of words for it', async () => {
  const scanned = await database.db.transaction().execute(async (tx) => {
    await sql`insert into comment_words(word) select 'word' || n from generate_series(1, 30000) as n`.execute(
      tx,
    );
    await sql`insert into search_words(word, is_short) select 'word' || n, 1 from generate_series(1, 30000) as n`.execute(
      tx,
    );
    await sql`analyze comment_words, search_words`.execute(tx);
    const scans = async () => {
      const { rows } = await sql<{ relname: string; seq_scan: number }>`select relname, seq_scan
        from pg_stat_xact_user_tables where relname in ('comment_words', 'search_words') order by 1`.execute(
        tx,
      );
      return rows;
    };
    const before = await scans();
    await sql`insert into comment_docs(doc, comment_id, inside) values (1000000, 'c', 'word7 fresh word9')`.execute(
      tx,
    );
    await sql`update comment_docs set inside = 'word8 stale' where doc = 1000000`.execute(tx);
    await sql`delete from comment_docs where doc = 1000000`.execute(tx);
    await sql`insert into search_rows(doc, track_id, words, inside)
      values (1000000, 't', 'word7:1A fresh:2', 'word7 fresh')`.execute(tx);
    await sql`update search_rows set words = 'word8:1A stale:2' where doc = 1000000`.execute(tx);
    await sql`delete from search_rows where doc = 1000000`.execute(tx);
    return { before, after: await scans() };
  });
  expect(scanned.after.length).toBe(2);
  expect(scanned.after).toEqual(scanned.before);
}, 60_000);

test('a page of one word comes along the key of the postings, words out of their index', async () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const { db } = database;
  const told = db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(db.getExecutor().compileQuery(node, { queryId: 'posted' }));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const next = { direction: 'desc', after: 5000, most: 10 } as const;
  await nextOnPostgres(told, await wantedOf(told, ['seven'], 'beginning'), 'beginning', next);
  await nextOnPostgres(told, await wantedOf(told, ['derst'], 'inside'), 'inside', next);
  const steps = (await Promise.all(asked.map((query) => stepsOf(db, query)))).flat();
  // What the lists of some words tell is put in order; the rows themselves are read one by one.
  expect(steps).toEqual([
    'search_words by search_words_word_key (word)',
    'sort',
    'search_postings by search_postings_pkey (word)',
    'search_words by search_words_inside ()',
    'sort',
    'search_postings by search_postings_pkey (word)',
    'search_rows by search_rows_pkey (doc)',
  ]);
});
