// Whether the texts of one recording have some words, as a function in SQLite's queries. Its indexes find all recordings that have a
// word; to ask them about a single row costs 10 to 40 us, and this 1.3 us.
import { type RawBuilder, sql } from 'kysely';
import type { RawDatabase } from '../db/driver.ts';
import { fold } from './lexemes.ts';
import { isWholeWord, longWordsOf, shortWordsOf } from './matching.ts';

/** The same as in `searchQueries.ts`. */
export type TestedReach = 'beginning' | 'anywhere';

type Test = (short: string, description: string) => boolean;

/** As FTS5 cuts words. */
const LETTER = '[\\p{L}\\p{N}\\p{Co}]';

/** Whether a text has a word that begins so, one of `wordsOf`: letters and digits alone. Most texts do not even hold it. */
function beginningOf(word: string): (text: string) => boolean {
  const piece = fold(word);
  const beginning = new RegExp(`(?<!${LETTER})${piece}${isWholeWord(word) ? `(?!${LETTER})` : ''}`, 'u');
  return (text) => text.includes(piece) && beginning.test(text);
}

function testOf(reach: TestedReach, words: readonly string[]): Test {
  const beginnings = words.map(beginningOf);
  const begins: Test = (short, description) =>
    beginnings.every((begins) => begins(short) || begins(description));
  const pieces = longWordsOf(words).map(fold);
  if (reach === 'beginning' || pieces.length === 0) return begins;
  const others = shortWordsOf(words).map(beginningOf);
  return (short, description) =>
    (pieces.every((piece) => short.includes(piece)) &&
      others.every((begins) => begins(short) || begins(description))) ||
    begins(short, description);
}

/** Makes the function known to a connection. */
export function addWordTest(database: RawDatabase): void {
  let known = { asked: '', test: testOf('anywhere', []) };
  database.function(
    'has_words',
    (asked: string, title: string, description: string, tags: string, username: string) => {
      if (known.asked !== asked) {
        const [reach, ...words] = JSON.parse(asked) as [TestedReach, ...string[]];
        known = { asked, test: testOf(reach, words) };
      }
      return known.test(fold(`${title}\n${tags}\n${username}`), fold(description)) ? 1 : 0;
    },
  );
}

/** Title, description, tags and name, which `tracks_fts` keeps in a table of its own: read there they cost 0.5 us less. */
const TEXTS = sql`c1, c2, c3, c4`;

/** Whether the recording of a row of `tracks` has all of the words. */
export const hasWords = (reach: TestedReach, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(select has_words(${JSON.stringify([reach, ...words])}, ${TEXTS}) from tracks_fts_content
    where tracks_fts_content.id = tracks.index_number)`;
