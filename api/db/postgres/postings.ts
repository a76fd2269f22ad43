// Which words stand in which rows: a table of words, each once, and a table of postings whose key is a word and a row's number.
// PostgreSQL's own indexes of words know no order; this key gives the newest rows of a word by themselves, however many have it.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { Found, Held, Stretch } from './held.ts';
import { readOfFitting, type SomePosted, type Told, told, toldByListed } from './newestOfWords.ts';

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

/** On a list of so many words a row is looked up for less than it costs to read it. */
const NARROW = 4;
const isNarrow = (any: AnyOf): boolean => any.length <= NARROW;

/** So many times the rows that are wanted are read of all words together to see how far. */
const SOUNDED = 2;
/** No row has a larger number. */
const LAST = 2 ** 31 - 1;

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

/**
 * Rows of the list, in order. Of several words a few rows each say first how far the list has to be read: of a hundred words that
 * would be a hundred times as many rows as are wanted.
 */
function listOf({ postings }: PostingTables, any: AnyOf, { direction, after, most }: Stretch) {
  const [way, beyond, within] =
    direction === 'desc' ? [sql`desc`, sql`<`, sql`>=`] : [sql`asc`, sql`>`, sql`<=`];
  const behind = after === null ? sql`` : sql`and doc ${beyond} ${after}`;
  const next = (also: RawBuilder<unknown>, each: number) => sql`
    select doc from (${numbersOf(any)}) as wanted cross join lateral (
      select doc from ${sql.table(postings)} where word = wanted.word ${behind} ${also}
      order by doc ${way} limit ${each}) as listed
    group by doc`;
  const each = Math.ceil((SOUNDED * most) / Math.max(1, any.length));
  const isShort = each >= most;
  // Nothing, and so no border, where those few are fewer than are wanted.
  const border = sql`(select doc from (${next(sql``, each)}) as sounded order by doc ${way} offset ${most - 1} limit 1)`;
  const all = isShort
    ? next(sql``, most)
    : next(
        sql`and doc ${within} coalesce((select doc from border), ${direction === 'desc' ? 0 : LAST})`,
        most,
      );
  const before = isShort ? sql`` : sql`with border as materialized ${border}`;
  return sql`${before} select doc from (${all}) as listed order by doc ${way} limit ${most}`;
}

/** How far the newest rows of each list are apart. */
async function spansOf(db: Db, tables: PostingTables, lists: readonly AnyOf[]): Promise<number[]> {
  const newest = { direction: 'desc', after: null, most: COMPARED } as const;
  // Of a list that ends there, as if it went on far away.
  const spans = lists.map(
    (any) => sql`(select case when count(*) < ${COMPARED} then ${LAST} - count(*) else max(doc) - min(doc) end
      from (${listOf(tables, any, newest)}) as newest)`,
  );
  const { rows } = await sql<{ spans: number[] }>`
    select array[${sql.join(spans)}]::integer[] as spans`.execute(db);
  return rows[0]?.spans ?? [];
}

/**
 * The list whose newest rows are the furthest apart; null where these stand close, too. Lists of many words are compared only where
 * those of a few stand close.
 */
async function shortestOf(db: Db, tables: PostingTables, lists: readonly AnyOf[]): Promise<AnyOf | null> {
  const [first = [], another] = lists;
  if (another === undefined) return first;
  for (const compared of [lists.filter(isNarrow), lists.filter((any) => !isNarrow(any))]) {
    if (compared.length === 0) continue;
    const spans = await spansOf(db, tables, compared);
    const longest = Math.max(...spans);
    if (longest >= COMPARED * DENSE) return compared[spans.indexOf(longest)] ?? first;
  }
  return null;
}

/** The next rows of one list. */
async function nextListed(db: Db, tables: PostingTables, any: AnyOf, stretch: Stretch): Promise<Found> {
  const { rows } = await sql<{ doc: number }>`${listOf(tables, any, stretch)}`.execute(db);
  const docs = rows.map(({ doc }) => doc);
  return { docs, border: docs.length < stretch.most ? null : (docs.at(-1) ?? null) };
}

/** Of the next `looks` rows of a list those that are on the other lists, too, as far as that is soon known, and that fit. */
async function nextFitting(
  db: Db,
  tables: PostingTables,
  [any, others]: readonly [AnyOf, readonly AnyOf[]],
  { table, number, condition }: Held,
  { most, ...stretch }: Stretch & { looks: number },
): Promise<Found> {
  const { looks, direction } = stretch;
  const end = direction === 'desc' ? sql`min(doc)` : sql`max(doc)`;
  // Values, where a join would lose the order and read every row, and `exists` the whole of another list. Of `case` PostgreSQL looks
  // at the lists first.
  const areOn = others.filter(isNarrow).map(
    (other) => sql`(select doc from ${sql.table(tables.postings)} as posting
      where posting.word = any(${array(other)}) and posting.doc = listed.doc limit 1) is not null`,
  );
  const isHeld = sql`(select ${condition} from ${sql.table(table)} where ${sql.ref(number)} = listed.doc)`;
  const fits = areOn.length === 0 ? isHeld : sql`case when ${sql.join(areOn, sql` and `)} then ${isHeld} end`;
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
 * null where a single list is all of it. Null where reading row by row is quicker: each of several
 * lists has many rows.
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
  if (held === null) return nextListed(db, tables, any, stretch);
  const others = lists.filter((list) => list !== any);
  const docs: number[] = [];
  let border = stretch.after;
  for (const looks of LOOKS) {
    const rest = { ...stretch, after: border, most: stretch.most - docs.length, looks };
    const found = await nextFitting(db, tables, [any, others], held, rest);
    docs.push(...found.docs);
    border = found.border;
    if (border === null || docs.length >= stretch.most) break;
  }
  return { docs, border };
}
