// Words as PostgreSQL's text search has them, cut and folded as FTS5 does it on SQLite: letters and digits are words.
import { fold } from '../db/folding.ts';

const WORDS = /[\p{L}\p{N}\p{Co}]+/gu;
/** A word longer than this is not kept (PostgreSQL takes 2,046 bytes). */
const LONGEST_LETTERS = 255;

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
