// Whether a row of `search_rows` holds words, as PostgreSQL is asked; SQLite finds the rows in its indexes (`searchQueries.ts`).
import { type RawBuilder, sql } from 'kysely';
import type { Held } from '../db/postgres/held.ts';
import { endsOf, lexemesBeginning, longWordsOf, patternsOf, shortWordsOf } from './matching.ts';
import type { Reach, Wanted } from './vocabularyQueries.ts';

type Condition = RawBuilder<boolean>;

const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;

const begins = (words: readonly string[], forgiving = false): Condition =>
  sql`words @@ ${lexemesBeginning(words, forgiving)}::tsquery`;

const holdsPieces = (words: readonly string[]): Condition[] =>
  patternsOf(words).map((pattern) => sql<boolean>`inside like ${pattern}`);

/** Null when every word is too short. */
function holdsInside(words: readonly string[]): Condition | null {
  const [long, short] = [longWordsOf(words), shortWordsOf(words)];
  if (long.length === 0) return null;
  return all([...holdsPieces(long), ...(short.length === 0 ? [] : [begins(short)])]);
}

/** What is left of a word beside one typing error: its beginning, or its end inside another. */
function isSimilar(word: string): Condition {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  return sql`(${sql.join([begins([head], true), ...holdsPieces(longWordsOf([tail]))], sql` or `)})`;
}

const CONDITIONS: Record<Reach | 'anywhere', (words: readonly string[]) => Condition> = {
  beginning: (words) => begins(words),
  inside: (words) => {
    const inside = holdsInside(words);
    return inside === null ? sql`false` : sql`(${inside} and not (${begins(words)}))`;
  },
  similar: (words) => all(words.map(isSimilar)),
  anywhere: (words) => {
    const inside = holdsInside(words);
    return inside === null ? begins(words) : sql`(${inside} or ${begins(words)})`;
  },
};

/** Of one word at least. */
export const conditionOf = ({ words }: Wanted, reach: Reach | 'anywhere'): Condition =>
  CONDITIONS[reach](words);

/** The recordings that hold them, by their numbers in the index. */
export const heldBy = (wanted: Wanted, reach: Reach | 'anywhere'): Held => ({
  table: 'search_rows',
  number: 'doc',
  condition: conditionOf(wanted, reach),
});

/** Whether the recording of a row of `tracks` is found: row by row along an order where many are, else all are found first. */
export function isFoundOnPostgres(wanted: Wanted, reach: Reach | 'anywhere', areMany: boolean): Condition {
  const condition = conditionOf(wanted, reach);
  return areMany
    ? sql`(select ${condition} from search_rows where search_rows.track_id = tracks.id)`
    : sql`tracks.id in (select track_id from search_rows where ${condition} offset 0)`;
}
