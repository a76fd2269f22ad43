// SQL that tests the texts of one recording after the other (`db/wordTest.ts`). On SQLite.
import { type RawBuilder, sql } from 'kysely';
import { fold } from '../db/folding.ts';
import type { Beginning, WordTest } from '../db/wordTest.ts';
import { isWholeWord, longWordsOf, shortWordsOf } from './matching.ts';

/** The same as in `searchQueries.ts`. */
type TestedReach = 'beginning' | 'anywhere';

const beginningsOf = (words: readonly string[]): Beginning[] =>
  words.map((word) => ({ word: fold(word), isWhole: isWholeWord(word) }));

function testOf(reach: TestedReach, words: readonly string[]): WordTest {
  const pieces = longWordsOf(words).map(fold);
  const isInside = reach === 'anywhere' && pieces.length > 0;
  return {
    begins: beginningsOf(words),
    inside: isInside ? { pieces, begins: beginningsOf(shortWordsOf(words)) } : null,
  };
}

/** Title, description, tags and name, which `tracks_fts` keeps in a table of its own: read there they cost 0.5 us less. */
const TEXTS = sql`c1, c2, c3, c4`;

/** Whether the recording of a row of `tracks` has all of the words. */
export const hasWords = (reach: TestedReach, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(select has_words(${JSON.stringify(testOf(reach, words))}, ${TEXTS}) from tracks_fts_content
    where tracks_fts_content.id = tracks.index_number)`;
