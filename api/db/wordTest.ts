// Whether the texts of one row have some words, as a function in SQLite's queries. Its indexes of words find all rows that have
// one; to ask them about a single row costs 10 to 40 us, and this 1.3 us.
import type { RawDatabase } from './driver.ts';
import { fold } from './folding.ts';

/** A word's beginning, or all of it; folded, of letters and digits alone. */
export interface Beginning {
  word: string;
  isWhole: boolean;
}

/** What a row must have; all of a list. */
export interface WordTest {
  /** In any text. */
  begins: readonly Beginning[];
  /** Or else: pieces in the short texts, and beginnings in any. Null for nothing else. */
  inside: { pieces: readonly string[]; begins: readonly Beginning[] } | null;
}

type Test = (short: string, long: string) => boolean;

/** As FTS5 cuts words. */
const LETTER = '[\\p{L}\\p{N}\\p{Co}]';

/** Most texts do not even hold the word. */
function beginsIn({ word, isWhole }: Beginning): (text: string) => boolean {
  const beginning = new RegExp(`(?<!${LETTER})${word}${isWhole ? `(?!${LETTER})` : ''}`, 'u');
  return (text) => text.includes(word) && beginning.test(text);
}

function allBegin(beginnings: readonly Beginning[]): Test {
  const tests = beginnings.map(beginsIn);
  return (short, long) => tests.every((begins) => begins(short) || begins(long));
}

function testOf({ begins, inside }: WordTest): Test {
  const anywhere = allBegin(begins);
  if (inside === null) return anywhere;
  const { pieces } = inside;
  const others = allBegin(inside.begins);
  return (short, long) =>
    (pieces.every((piece) => short.includes(piece)) && others(short, long)) || anywhere(short, long);
}

/** Makes `has_words(test, title, description, tags, username)` known to a connection; `test` is a `WordTest` as JSON. */
export function addWordTest(database: RawDatabase): void {
  let known: { json: string; test: Test } | null = null;
  database.function(
    'has_words',
    (json: string, title: string, description: string, tags: string, username: string) => {
      if (known?.json !== json) known = { json, test: testOf(JSON.parse(json) as WordTest) };
      return known.test(fold(`${title}\n${tags}\n${username}`), fold(description)) ? 1 : 0;
    },
  );
}
