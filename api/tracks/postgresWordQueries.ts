// Words somebody looks for, as PostgreSQL's lists of postings know them (`0037-postings`). A word that stands in a title, in tags
// or in a name has its own number there; where it stands in a description alone, that number below zero.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import {
  type AnyOf,
  type PostingTables,
  wholeWord,
  wordsBeginning,
  wordsHolding,
} from '../db/postgres/postings.ts';
import { fold } from './lexemes.ts';
import { endsOf, isWholeWord, longWordsOf } from './matching.ts';
import type { Reach } from './vocabularyQueries.ts';

export const TABLES: PostingTables = { words: 'search_words', postings: 'search_postings' };

/** Null where what is looked for is in too many words. */
type Fitting = AnyOf | null;

const beginningIn = (db: Db, word: string): Promise<Fitting> =>
  (isWholeWord(word) ? wholeWord : wordsBeginning)(db, TABLES, fold(word));

/** In any text. */
const beginning = async (db: Db, word: string): Promise<Fitting> =>
  (await beginningIn(db, word))?.flatMap((number) => [number, -number]) ?? null;

const holding = (db: Db, piece: string): Promise<Fitting> =>
  wordsHolding(db, TABLES, fold(piece), sql`is_short = 1`);

/** What is left of a word beside one typing error: its beginning, or its end inside another. */
async function similar(db: Db, word: string): Promise<Fitting> {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  const begins = await beginningIn(db, head);
  const holds = longWordsOf([tail]).length === 0 ? [] : await holding(db, tail);
  return begins && holds && [...new Set([...begins, ...holds])];
}

const isLong = (word: string) => longWordsOf([word]).length > 0;

/** A word holds what it begins with. */
async function anywhere(db: Db, word: string): Promise<Fitting> {
  const begins = await beginning(db, word);
  if (!isLong(word)) return begins;
  const holds = await holding(db, word);
  return begins && holds && [...begins.filter((number) => number < 0), ...holds];
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

export async function wordingOf(db: Db, words: readonly string[], reach: Reach): Promise<Wording> {
  if (reach === 'inside' && longWordsOf(words).length === 0) return { lists: [[]], isAll: true };
  const lists: AnyOf[] = [];
  for (const word of words) {
    const list = await FITTING[reach](db, word);
    if (list !== null) lists.push(list);
  }
  return { lists, isAll: words.length === 1 && reach !== 'inside' };
}
