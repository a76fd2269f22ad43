// Which words stand in which rows: a table of words, each once, and a table of postings whose key is a word and a row's number.
// PostgreSQL's own indexes of words know no order; this key gives the newest rows of a word by themselves, however many have it.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';
import { readOfFitting, type SomePosted, type Told, told, toldByListed } from '../newestOfWords.ts';
import type { Found, Held, Stretch } from './held.ts';

/** Names of the two tables: `words` (`number`, `word`) and `postings` (`word`, `doc`). */
export interface PostingTables {
  words: string;
  postings: string;
}

/** Numbers of words: a row is on the list that has one of them. */
export type AnyOf = readonly number[];

/** A beginning or a piece that is in more words than this is in so many rows that a page is soon full without the words. */
export const MOST_WORDS = 300;
/** So many of the newest rows of each list tell which of several is the shortest, and how close they stand. */
const COMPARED = 10;
/** Where one row of so many is on every list, reading row by row is quicker. */
const DENSE = 50;
/** Rows of the shortest list are read one by one to see whether they fit, in stretches of so many: 3 us each. */
const LOOKS = [400, 1600, 4000];
/** Postings that are put in order at once: 5 ms. */
const MOST_LISTED = 40_000;

/** Behind every text that begins so, in the order of bytes. */
const behind = (beginning: string): string => `${beginning}\u{10FFFF}`;

type Condition = RawBuilder<unknown>;

/** Conditions of the table of words, each of which an index answers. */
export const isWord = (word: string): Condition => sql`word = ${word}`;
export const beginsWith = (beginning: string): Condition =>
  sql`word >= ${beginning} and word < ${behind(beginning)}`;
/** `piece`: three letters or more, no sign of `like` among them. `also`: as the index of pieces is limited to. */
export const holdsPiece = (piece: string, also: Condition = sql`true`): Condition =>
  sql`word like ${`%${piece}%`} and ${also}`;

/** Numbers of the words that fit; null for more than `MOST_WORDS`. */
export async function wordsThat(db: Db, { words }: PostingTables, fit: Condition): Promise<AnyOf | null> {
  const { rows } = await sql<{ number: number }>`select number from ${sql.table(words)}
    where ${fit} limit ${MOST_WORDS + 1}`.execute(db);
  return rows.length > MOST_WORDS ? null : rows.map(({ number }) => number);
}

const array = (numbers: AnyOf) => sql`${`{${numbers.join(',')}}`}::integer[]`;

/** Numbers of words as a query, with a column `word`. */
export const numbersOf = (any: AnyOf): RawBuilder<unknown> => sql`select unnest(${array(any)}) as word`;

/** Postings that are read to see whether they are of few rows, for each row that few may be. */
const READ_FOR_EACH = 4;

/**
 * All rows on the lists of the words that `numbers` selects (a column `word`), in no order, when they are `most` or fewer; null
 * when they are more; undefined where each has so many of the words that to know it would cost too much.
 */
export async function fewPosted(
  db: Db,
  { postings }: PostingTables,
  numbers: RawBuilder<unknown>,
  most: number,
): Promise<number[] | null | undefined> {
  const read = READ_FOR_EACH * (most + 1);
  const { rows } = await sql<{ docs: number[]; listed: number }>`with listed as materialized (
      select doc from (${numbers}) as wanted cross join lateral (
        select doc from ${sql.table(postings)} as posting where posting.word = wanted.word limit ${most + 1}) as own
      limit ${read})
    select array(select distinct doc from listed limit ${most + 1}) as docs, (select count(*) from listed) as listed`.execute(
    db,
  );
  const { docs = [], listed = 0 } = rows[0] ?? {};
  if (docs.length > most) return null;
  return listed < read ? docs : undefined;
}

/** Some rows on the lists of the words that `numbers` selects (a column `word`), `most` or fewer: the newest of each word. */
export async function somePosted(
  db: Db,
  { postings }: PostingTables,
  numbers: RawBuilder<unknown>,
  most: number,
): Promise<SomePosted> {
  const each = readOfFitting(most);
  const { rows } = await sql<{ words: number[]; docs: number[] } & Told>`with fitting as materialized (
      select word from (${numbers}) as fitting limit ${MOST_WORDS + 1}),
    listed as materialized (
      select fitting.word, doc from fitting cross join lateral (
        select doc from ${sql.table(postings)} as posting where posting.word = fitting.word
        order by doc desc limit ${each}) as own)
    select array(select word from fitting) as words, array(select distinct doc from listed limit ${most}) as docs,
      ${toldByListed(each)}`.execute(db);
  const { words = [], docs = [] } = rows[0] ?? {};
  return told(words.length > MOST_WORDS ? null : words, docs, rows[0], most);
}

/**
 * Numbers of the rows on the lists of the words that a query gives, in no order. Of an array PostgreSQL expects a few words, and does
 * not fear that there would be too many rows to keep.
 */
export const docsPosted = ({ postings }: PostingTables, words: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select doc from ${sql.table(postings)} where word = any(array(${words}))`;

/** Rows of the list, in order. */
function listOf({ postings }: PostingTables, any: AnyOf, { direction, after, most }: Stretch) {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const sign = direction === 'desc' ? sql`<` : sql`>`;
  const beyond = after === null ? sql`` : sql`and doc ${sign} ${after}`;
  return sql`select doc from (select unnest(${array(any)}) as word) as wanted cross join lateral (
      select doc from ${sql.table(postings)} where word = wanted.word ${beyond}
      order by doc ${way} limit ${most}) as listed
    group by doc order by doc ${way} limit ${most}`;
}

/** The list whose newest rows are the furthest apart; null where these stand close, too. */
async function shortestOf(db: Db, tables: PostingTables, lists: readonly AnyOf[]): Promise<AnyOf | null> {
  const [first = [], another] = lists;
  if (another === undefined) return first;
  const newest = { direction: 'desc', after: null, most: COMPARED } as const;
  // Of a list that ends there, as if it went on far away.
  const spans = lists.map(
    (
      any,
    ) => sql`(select case when count(*) < ${COMPARED} then ${2 ** 31 - 1} - count(*) else max(doc) - min(doc) end
      from (${listOf(tables, any, newest)}) as newest)`,
  );
  const { rows } = await sql<{ spans: number[] }>`
    select array[${sql.join(spans)}]::integer[] as spans`.execute(db);
  const found = rows[0]?.spans ?? [];
  const longest = Math.max(...found);
  return longest < COMPARED * DENSE ? null : (lists[found.indexOf(longest)] ?? first);
}

/** The next rows of one list. */
async function nextListed(db: Db, tables: PostingTables, any: AnyOf, stretch: Stretch): Promise<Found> {
  const { rows } = await sql<{ doc: number }>`${listOf(tables, any, stretch)}`.execute(db);
  const docs = rows.map(({ doc }) => doc);
  return { docs, border: docs.length < stretch.most ? null : (docs.at(-1) ?? null) };
}

/** Of the next `looks` rows of a list those that fit. */
async function nextFitting(
  db: Db,
  tables: PostingTables,
  any: AnyOf,
  { table, number, condition }: Held,
  { most, ...stretch }: Stretch & { looks: number },
): Promise<Found> {
  const { looks, direction } = stretch;
  const end = direction === 'desc' ? sql`min(doc)` : sql`max(doc)`;
  // A value, where a join would lose the order and read every row.
  const fits = sql`(select ${condition} from ${sql.table(table)} where ${sql.ref(number)} = listed.doc)`;
  const { rows } = await sql<{ docs: number[]; looked: number; border: number | null }>`
    with listed as materialized (${listOf(tables, any, { ...stretch, most: looks })})
    select array(select doc from listed where ${fits} limit ${most}) as docs,
      (select count(*) from listed) as looked, (select ${end} from listed) as border`.execute(db);
  const { docs = [], looked = 0, border = null } = rows[0] ?? {};
  if (docs.length >= most) return { docs, border: docs.at(-1) ?? null };
  return { docs, border: looked < looks ? null : border };
}

/**
 * The next rows that are on every one of the lists, `most` of them or fewer. `held`: the condition that rows of a list must meet;
 * null where a single list is all of it. Null where reading row by row is quicker: each list has
 * many rows, or one of very many words will do.
 */
export async function nextPosted(
  db: Db,
  tables: PostingTables,
  lists: readonly AnyOf[],
  held: Held | null,
  stretch: Stretch,
): Promise<Found | null> {
  if (lists.some((any) => any.length === 0)) return { docs: [], border: null };
  const any = await shortestOf(db, tables, lists);
  if (any === null) return null;
  const isBearable = (rows: number) => any.length * rows <= MOST_LISTED;
  if (held === null) return isBearable(stretch.most) ? nextListed(db, tables, any, stretch) : null;
  const bearable = LOOKS.filter(isBearable);
  if (bearable.length === 0) return null;
  const docs: number[] = [];
  let border = stretch.after;
  for (const looks of bearable) {
    const rest = { ...stretch, after: border, most: stretch.most - docs.length, looks };
    const found = await nextFitting(db, tables, any, held, rest);
    docs.push(...found.docs);
    border = found.border;
    if (border === null || docs.length >= stretch.most) break;
  }
  return { docs, border };
}
