// The words a user typed, and the expressions that FTS5 on SQLite and the text search of PostgreSQL take for them.
import {
  SEARCH_PART_MIN_LENGTH,
  SEARCH_PREFIX_MIN_LENGTH,
  SEARCH_TYPO_MIN_LENGTH,
  SEARCH_WORDS_MAX,
} from '../contract/limits.ts';
import { fold } from '../db/folding.ts';

/** Characters, not UTF-16 units. */
const lengthOf = (word: string): number => [...word].length;

/** The words of a query in lower case, without duplicates, the longest first. Empty for a query of only signs. */
export function wordsOf(query: string): string[] {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...words].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, SEARCH_WORDS_MAX);
}

/** Words as both databases index them: runs of letters and digits, folded. */
const lexemesOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** A single letter matches as a whole word only: as a prefix it would match half of all words. */
const isWholeWord = (word: string): boolean => lengthOf(word) < SEARCH_PREFIX_MIN_LENGTH;

/** Words with at least `SEARCH_PART_MIN_LENGTH` characters: a trigram index finds them inside other words. */
export const longWordsOf = (words: readonly string[]): string[] =>
  words.filter((word) => lengthOf(word) >= SEARCH_PART_MIN_LENGTH);

export const shortWordsOf = (words: readonly string[]): string[] =>
  words.filter((word) => lengthOf(word) < SEARCH_PART_MIN_LENGTH);

/** Tags that an index of words can find: a tag of only signs has no word. */
export const searchableTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => /[\p{L}\p{N}]/u.test(tag));

/**
 * The start and the end of a word. One typing error changes at most one of the two, because the letter between them belongs
 * to neither. Null for a word that is too short to forgive an error.
 */
export function endsOf(word: string): { head: string; tail: string } | null {
  const letters = [...word];
  if (letters.length < SEARCH_TYPO_MIN_LENGTH) return null;
  const length = Math.max(SEARCH_PREFIX_MIN_LENGTH, Math.floor((letters.length - 1) / 2));
  return { head: letters.slice(0, length).join(''), tail: letters.slice(length + 1).join('') };
}

/** Quotes FTS5's operators away. */
const quoted = (text: string): string => `"${text.trim().replaceAll('"', '""')}"`;

/** The text as one phrase, with its blanks and signs; for FTS5. */
export const phraseOf = quoted;

/** FTS5: each word starts a word of the row. */
export const ftsPrefixes = (words: readonly string[]): string =>
  words.map((word) => `${quoted(word)}${isWholeWord(word) ? '' : '*'}`).join(' ');

/** FTS5: each tag is among the tags. */
export const ftsTags = (tags: readonly string[]): string =>
  tags.map((tag) => `{tags} : ${quoted(tag)}`).join(' ');

/** FTS5: the same as `ftsPrefixes`, but not in descriptions. */
export const ftsShortTextPrefix = (word: string): string => `{title tags username} : ${ftsPrefixes([word])}`;

/** FTS5 with trigrams: each word is inside the row. */
export const ftsPieces = (words: readonly string[]): string => words.map(quoted).join(' ');

/** `tsquery`: each word starts a word of the row. */
export const tsPrefixes = (words: readonly string[]): string =>
  words.map((word) => `'${fold(word)}'${isWholeWord(word) ? '' : ':*'}`).join(' & ');

/** Marks the words of title, tags and name, which a `tsvector` also holds without the mark. */
const SHORT = '=';

/** `tsquery`: the same as `tsPrefixes`, but not in descriptions. */
export const tsShortTextPrefix = (word: string): string => `'${SHORT}${fold(word)}':*`;

/** `tsquery`: the words of each tag are in the short texts. Null without a word. */
export function tsTags(tags: readonly string[]): string | null {
  const words = lexemesOf(tags.join(' '));
  return words.length === 0 ? null : words.map((word) => `'${SHORT}${word}'`).join(' & ');
}

/** The texts a recording is found by. */
export interface SearchedTexts {
  title: string;
  description: string;
  tags: string;
  username: string;
}

/** PostgreSQL refuses lexemes above 2,046 bytes. */
const LEXEME_MAX_LENGTH = 255;

/** A `tsvector` literal. */
export function tsVectorOf({ title, description, tags, username }: SearchedTexts): string {
  const short = [title, tags, username].flatMap(lexemesOf);
  const all = [...short, ...lexemesOf(description)];
  return [...new Set([...all, ...short.map((word) => SHORT + word)])]
    .filter((word) => word.length <= LEXEME_MAX_LENGTH)
    .map((word) => `'${word}'`)
    .join(' ');
}

/** The text that PostgreSQL's trigrams index. */
export const piecesTextOf = ({ title, tags, username }: Omit<SearchedTexts, 'description'>): string =>
  fold([title, tags, username].join('\n'));

/**
 * Patterns of `like` for a text anywhere in another. `like` folds only ASCII letters, so other letters come as typed, in
 * lower and upper case, and with a capital.
 */
export function likePatterns(text: string): string[] {
  const word = text.trim();
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(word);
  const forms = isAscii ? [word] : [word, word.toLowerCase(), word.toUpperCase(), capitalised];
  return [...new Set(forms)].map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
}
