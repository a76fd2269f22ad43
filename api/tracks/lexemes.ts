// Words as PostgreSQL's text search has them, cut and folded as FTS5 does it on SQLite (`unicode61 remove_diacritics 2`):
// letters and digits are words, in small letters, and Latin letters without their marks.

const WORDS = /[\p{L}\p{N}\p{Co}]+/gu;
const LATIN = /^[a-z]/;
const MARKS = /\p{M}+/gu;
/** All but ASCII, which has no marks. */
const OTHERS = /\P{ASCII}/gu;
/** A word longer than this is not kept (PostgreSQL takes 2,046 bytes). */
const LONGEST_LETTERS = 255;

/** One letter of a small word. */
function foldLetter(letter: string): string {
  const parts = letter.normalize('NFD');
  return LATIN.test(parts) ? parts.replace(MARKS, '') : letter;
}

/** In small letters, Latin ones without their marks. */
export const fold = (text: string): string => {
  const small = text.toLowerCase();
  return OTHERS.test(small) ? small.normalize('NFC').replace(OTHERS, foldLetter).replace(MARKS, '') : small;
};

export const lexemesOf = (text: string): string[] => fold(text).match(WORDS) ?? [];

/** What a track is found by. */
export interface SearchedWords {
  title: string;
  description: string;
  tags: string;
  username: string;
}

/** The words of short texts have weight A: in them a typing error is forgiven. */
export function vectorOf({ title, description, tags, username }: SearchedWords): string {
  const short = new Set([title, tags, username].flatMap(lexemesOf));
  const all = new Set([...short, ...lexemesOf(description)]);
  return [...all]
    .filter((word) => word.length <= LONGEST_LETTERS)
    .map((word) => `'${word}':1${short.has(word) ? 'A' : ''}`)
    .join(' ');
}

/** Where words inside words are looked for. */
export const insideOf = ({ title, tags, username }: Omit<SearchedWords, 'description'>): string =>
  fold([title, tags, username].join('\n'));
