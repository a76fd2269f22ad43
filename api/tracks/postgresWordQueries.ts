// Words somebody looks for, as PostgreSQL's lists of postings know them (`0037-postings`). A word that stands in a title, in tags
// or in a name has its own number there; where it stands in a description alone, that number below zero.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { fold } from '../db/folding.ts';
import {
  type AnyOf,
  beginsWith,
  holdsPiece,
  isWord,
  MOST_WORDS,
  type PostingTables,
  wordsThat,
} from '../db/postgres/postings.ts';
import { lexemesOf } from './lexemes.ts';
import { endsOf, isWholeWord, longWordsOf } from './matching.ts';
import type { Reach } from './vocabularyQueries.ts';

export const TABLES: PostingTables = { words: 'search_words', postings: 'search_postings' };

/** Null where what is looked for is in too many words. */
type Fitting = AnyOf | null;

const begins = (word: string) => (isWholeWord(word) ? isWord : beginsWith)(fold(word));
const holds = (piece: string) => holdsPiece(fold(piece), sql`is_short = 1`);

/** In any text. */
const beginning = async (db: Db, word: string): Promise<Fitting> =>
  (await wordsThat(db, TABLES, begins(word)))?.flatMap((number) => [number, -number]) ?? null;

const holding = (db: Db, piece: string): Promise<Fitting> => wordsThat(db, TABLES, holds(piece));

const isLong = (word: string) => longWordsOf([word]).length > 0;

/** What is left of a word beside one typing error: its beginning, or its end inside another. */
async function similar(db: Db, word: string): Promise<Fitting> {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  const first = await wordsThat(db, TABLES, begins(head));
  const last = isLong(tail) ? await holding(db, tail) : [];
  return first && last && [...new Set([...first, ...last])];
}

/** The lists of `anywhere`, however many they are: a word holds what it begins with. */
export const numbersAnywhere = (word: string): RawBuilder<unknown> =>
  sql`select -number as word from search_words where ${begins(word)}
    union all select number from search_words where ${isLong(word) ? holds(word) : begins(word)}`;

async function anywhere(db: Db, word: string): Promise<Fitting> {
  const { rows } = await sql<{ word: number }>`${numbersAnywhere(word)} limit ${MOST_WORDS + 1}`.execute(db);
  return rows.length > MOST_WORDS ? null : rows.map((row) => row.word);
}

const FITTING: Record<Reach, (db: Db, word: string) => Promise<Fitting>> = {
  beginning,
  inside: (db, word) => (isLong(word) ? holding(db, word) : beginning(db, word)),
  similar,
  anywhere,
};

/** Lists of postings on which a track is that has the words. */
export interface Wording {
  /** Empty where each of the words is among too many. */
  lists: readonly AnyOf[];
  /** Whether every track of the lists is found; else each must be asked. */
  isAll: boolean;
}

export async function wordingOf(
  db: Db,
  words: readonly string[],
  reach: Reach,
  tags: readonly string[],
): Promise<Wording> {
  if (reach === 'inside' && longWordsOf(words).length === 0) return { lists: [[]], isAll: true };
  const lists: AnyOf[] = [];
  for (const word of words) {
    const list = await FITTING[reach](db, word);
    if (list !== null) lists.push(list);
  }
  const ofTags = lexemesOf(tags.join(' '));
  for (const word of ofTags) lists.push((await wordsThat(db, TABLES, isWord(word))) ?? []);
  return { lists, isAll: words.length + ofTags.length === 1 && reach !== 'inside' };
}
