// Comments in the lists of their words (`0038-words-of-comments`): a piece of a word is looked for among the words, and their lists
// give the newest comments by themselves.
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_PART_MIN_LENGTH } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { numberList, readNumbers } from '../db/lists.ts';
import type { Found, Held, Stretch } from '../db/postgres/held.ts';
import type { SomePosted } from '../db/postgres/newestOfWords.ts';
import {
  type AnyOf,
  nextPosted,
  type PostingTables,
  somePosted,
  wordsThat,
} from '../db/postgres/postings.ts';
import { phraseOf } from '../tracks/matching.ts';
import { holdsFolded } from './wordQueries.ts';

const TABLES: PostingTables = { words: 'comment_words', postings: 'comment_postings' };

/** What stands between words, also of letters that are a sign of ASCII with a mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of ASCII
const SIGNS = /[\x00-\x2f:-@[-`{-\x7f]+/;
/** A longer piece may lie across two parts of a very long word. */
const LONGEST = 32;
/** As PostgreSQL is limited (`db/postgres/postings.ts`): a piece in more words is in so many comments that a page is soon full. */
const MOST_WORDS = 100;

/** Lists that every comment with the text is on. */
export interface Lists {
  /** Numbers of words; one of each must stand in the comment. Empty where every piece is in too many words. */
  lists: readonly AnyOf[];
  /** Whether every comment on the list, a single one, has the text. */
  isAll: boolean;
}

const lengthOf = (piece: string): number => [...piece].length;
const isPiece = (piece: string): boolean =>
  lengthOf(piece) >= SEARCH_PART_MIN_LENGTH && lengthOf(piece) <= LONGEST;

async function wordsHolding(db: Db, piece: string): Promise<AnyOf | null> {
  if (isPostgres(db)) return wordsThat(db, TABLES, holdsFolded(sql`word`, piece));
  const { rows } = await sql<{ number: number }>`select rowid as number from comment_words_inside
    where comment_words_inside match ${phraseOf(piece)} limit ${MOST_WORDS + 1}`.execute(db);
  return rows.length > MOST_WORDS ? null : rows.map(({ number }) => number);
}

const partsOf = (search: string): string[] => search.normalize('NFD').split(SIGNS);
/** Whether whatever holds the text holds it within a word. */
const isOneWord = (search: string): boolean => partsOf(search).length === 1 && isPiece(search);

export async function listsOf(db: Db, search: string): Promise<Lists> {
  const parts = partsOf(search);
  const isAll = isOneWord(search);
  const lists: AnyOf[] = [];
  // SQLite finds several words in its index of pieces.
  for (const piece of isAll ? [search] : isPostgres(db) ? parts.filter(isPiece) : []) {
    const words = await wordsHolding(db, piece);
    if (words !== null) lists.push(words);
  }
  return { lists, isAll: isAll && lists.length === 1 };
}

/** Statements of a few lengths, each compiled once: there is no word 0. */
function filled(words: AnyOf): number[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, words.length)));
  return Array.from({ length }, (_, at) => words[at] ?? 0);
}

async function nextOnSqlite(db: Db, words: AnyOf, { direction, after, most }: Stretch): Promise<Found> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const behind = after === null ? sql`` : sql`and doc ${direction === 'asc' ? sql`>` : sql`<`} ${after}`;
  const each = filled(words).map(
    (word) => sql`select doc from (
      select doc from comment_postings where word = ${word} ${behind} order by doc ${way} limit ${most})`,
  );
  const docs = await readNumbers(
    db,
    sql`select distinct doc from (${sql.join(each, sql` union all `)}) order by doc ${way} limit ${most}`,
  );
  return { docs, border: null };
}

/**
 * Numbers of the next comments on the lists, `most` or fewer; behind `border` there may be more that hold the text, if it is
 * not null. Null where the lists do not tell.
 */
export async function nextListed(
  db: Db,
  { lists, isAll }: Lists,
  held: Held,
  stretch: Stretch,
): Promise<Found | null> {
  if (lists.length === 0) return null;
  if (isPostgres(db)) return nextPosted(db, TABLES, lists, isAll ? null : held, stretch);
  return nextOnSqlite(db, lists[0] ?? [], stretch);
}

/** The lists of the words that hold a piece; a comment with two of the words is there twice. */
const listedOnSqlite = (piece: string): RawBuilder<unknown> =>
  sql`select doc from comment_postings where word in (
    select rowid from comment_words_inside where comment_words_inside match ${phraseOf(piece)})`;

async function someOnSqlite(db: Db, piece: string, most: number, met: number): Promise<SomePosted> {
  const listed = listedOnSqlite(piece);
  const { rows } = await sql<{ docs: string; n: number; top: number | null }>`select
    (select json_group_array(doc) from (select distinct doc from (${listed}) limit ${most})) as docs,
    (select count(*) from (${listed} limit (select coalesce(max(doc), 0) / ${met} + 1 from comment_docs))) as n,
    (select max(doc) from comment_docs) as top`.execute(db);
  const { docs: json = '[]', n = 0, top = 0 } = rows[0] ?? {};
  const docs = JSON.parse(json) as number[];
  return { words: null, docs, areAll: docs.length < most, apart: (top ?? 0) / Math.max(1, n) };
}

/**
 * Some comments that hold a text, `most` or fewer: on PostgreSQL the newest of each word that holds it, of some words where these are
 * many. Null where words do not tell. From one comment of `met` on, how many there are is not counted.
 */
export async function someListed(
  db: Db,
  search: string,
  most: number,
  met: number,
): Promise<SomePosted | null> {
  if (!isOneWord(search)) return null;
  if (!isPostgres(db)) return someOnSqlite(db, search, most, met);
  const numbers = sql`select number as word from comment_words where ${holdsFolded(sql`word`, search)}`;
  return somePosted(db, TABLES, numbers, most);
}

/**
 * All comments that hold a text, out of the lists of its words, in no order; `words`: their numbers, null for too many to name.
 * Null where words do not tell.
 */
export function allListed(db: Db, search: string, words: AnyOf | null): RawBuilder<unknown> | null {
  if (words !== null) return sql`select doc from comment_postings where word in ${numberList(words)}`;
  return isPostgres(db) || !isOneWord(search) ? null : listedOnSqlite(search);
}
