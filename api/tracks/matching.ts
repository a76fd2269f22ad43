// Words somebody typed, as expressions for the two FTS5 indexes of SQLite and for the text search of PostgreSQL.
import {
  SEARCH_PART_MIN_LENGTH,
  SEARCH_PREFIX_MIN_LENGTH,
  SEARCH_TYPO_MIN_LENGTH,
  SEARCH_WORDS_MAX,
} from '../contract/limits.ts';
import { fold } from '../db/folding.ts';

const lengthOf = (word: string) => [...word].length;
/** A single letter is a word, not the beginning of half of all words. */
export const isWholeWord = (word: string) => lengthOf(word) < SEARCH_PREFIX_MIN_LENGTH;

/** In lower case, each once, the longest first: of many they find the least. Empty for signs alone. */
export function wordsOf(query: string): string[] {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...words].sort((a, b) => b.length - a.length).slice(0, SEARCH_WORDS_MAX);
}

/** FTS5's own operators are quoted away. */
const beginning = (word: string) => `"${word}"${isWholeWord(word) ? '' : '*'}`;

/** Every word must begin a word of the track; for `tracks_fts`. */
export const beginningsOf = (words: readonly string[]): string => words.map(beginning).join(' ');

/** The same for a `tsquery`; `forgiving` leaves out the descriptions. */
export const lexemesBeginning = (words: readonly string[], forgiving = false): string =>
  words
    .map((word) => {
      const flags = `${isWholeWord(word) ? '' : '*'}${forgiving ? 'A' : ''}`;
      return `'${fold(word)}'${flags && `:${flags}`}`;
    })
    .join(' & ');

/** The words that are long enough to be looked for inside of others. */
export const longWordsOf = (words: readonly string[]): string[] =>
  words.filter((word) => lengthOf(word) >= SEARCH_PART_MIN_LENGTH);

/** Every word must stand somewhere in title, tags or username; for `tracks_fts_inside`. */
export const piecesOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

/** The same as patterns of `like`, of letters and digits alone. */
export const patternsOf = (words: readonly string[]): string[] => words.map((word) => `%${fold(word)}%`);

/** The text as it stands, with its blanks and signs; for an index of pieces, of `SEARCH_PART_MIN_LENGTH` at least. */
export const phraseOf = (text: string): string => `"${text.trim().replaceAll('"', '""')}"`;

/** The tags by which a track can be found in an index of words: one of signs alone has none. */
export const searchableTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => /[\p{L}\p{N}]/u.test(tag));

/** Every one must stand among the tags; for `tracks_fts`. */
export const taggedOf = (tags: readonly string[]): string =>
  tags.map((tag) => `{tags} : ${phraseOf(tag)}`).join(' ');

/** The words `longWordsOf` leaves out. */
export const shortWordsOf = (words: readonly string[]): string[] =>
  words.filter((word) => lengthOf(word) < SEARCH_PART_MIN_LENGTH);

/** Columns in which a typing error is forgiven: short texts, in which a word is there on purpose. */
const FORGIVING = '{title tags username}';

/**
 * The beginning and the end of a word, of which one typing error leaves one alone: a letter stands between the two, so
 * that two swapped letters touch only one of them. Null for a word too short to forgive anything.
 */
export function endsOf(word: string): { head: string; tail: string } | null {
  const letters = [...word];
  if (letters.length < SEARCH_TYPO_MIN_LENGTH) return null;
  const length = Math.max(SEARCH_PREFIX_MIN_LENGTH, Math.floor((letters.length - 1) / 2));
  return { head: letters.slice(0, length).join(''), tail: letters.slice(length + 1).join('') };
}

/** One of these whole words, in the same texts. */
export const anyOfWords = (words: readonly string[]): string =>
  `${FORGIVING} : (${words.map((word) => `"${word}"`).join(' OR ')})`;

/** As `beginningsOf`, in the texts in which a typing error is forgiven. */
export const forgivingBeginningOf = (word: string): string => `${FORGIVING} : ${beginning(word)}`;
