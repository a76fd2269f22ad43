// How PostgreSQL finds tracks by words: in the postings of words, in the order of their numbers; where these are too many, by asking
// rows of `search_rows`, the newest first. SQLite finds the rows in its indexes (`searchQueries.ts`).
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { numberList } from '../db/lists.ts';
import { areDense, type Held, type Newest, newestHeld, nextHeld, type Stretch } from '../db/postgres/held.ts';
import { fewPosted, nextPosted, type Posted } from '../db/postgres/postings.ts';
import { endsOf, lexemesBeginning, longWordsOf, patternsOf, shortWordsOf } from './matching.ts';
import { numbersAnywhere, TABLES } from './postgresWordQueries.ts';
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

const CONDITIONS: Record<Reach, (words: readonly string[]) => Condition> = {
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
const conditionOf = ({ words }: Wanted, reach: Reach): Condition => CONDITIONS[reach](words);

const heldBy = (wanted: Wanted, reach: Reach): Held => ({
  table: 'search_rows',
  number: 'doc',
  condition: conditionOf(wanted, reach),
});

/** Null where the lists of postings do not tell. */
async function posted(db: Db, wanted: Wanted, reach: Reach, stretch: Stretch): Promise<Posted | null> {
  const { lists = [], isAll = false } = (await wanted.wording?.()) ?? {};
  if (lists.length === 0) return null;
  return nextPosted(db, TABLES, lists, isAll ? null : heldBy(wanted, reach), stretch);
}

/** Numbers of the next tracks that are found, in their order, `most` or fewer: fewer are all there are. */
export async function nextOnPostgres(
  db: Db,
  wanted: Wanted,
  reach: Reach,
  stretch: Stretch,
): Promise<number[]> {
  const known = await posted(db, wanted, reach, stretch);
  if (known === null) return nextHeld(db, heldBy(wanted, reach), stretch);
  const { docs, border } = known;
  const missing = stretch.most - docs.length;
  if (missing <= 0 || border === null) return docs;
  const others = await nextHeld(db, heldBy(wanted, reach), { ...stretch, after: border, most: missing });
  return [...docs, ...others];
}

/** All that are found when they are fewer than `most`, else some of the newest. */
export async function newestOnPostgres(db: Db, wanted: Wanted, reach: Reach, most: number): Promise<Newest> {
  const known = await posted(db, wanted, reach, { direction: 'desc', after: null, most });
  if (known === null) return newestHeld(db, heldBy(wanted, reach), most);
  return { docs: known.docs, next: known.border };
}

/** Numbers of the tracks that are found anywhere; null when they are more than `most`, undefined where that is not known. */
async function fewDocs(db: Db, wanted: Wanted, most: number): Promise<number[] | null | undefined> {
  const [word = '', another] = wanted.words;
  if (another === undefined) {
    const { docs, isCounted } = await fewPosted(db, TABLES, numbersAnywhere(word), most);
    return isCounted ? docs : undefined;
  }
  const known = await posted(db, wanted, 'anywhere', { direction: 'desc', after: null, most: most + 1 });
  if (known !== null && known.docs.length > most) return null;
  return known?.border === null ? known.docs : undefined;
}

/** Ids of the tracks that are found anywhere when they are `most` or fewer; null when they are more. */
export async function fewOnPostgres(db: Db, wanted: Wanted, most: number): Promise<string[] | null> {
  const docs = await fewDocs(db, wanted, most);
  if (docs === null) return null;
  if (docs?.length === 0) return [];
  const condition = docs === undefined ? conditionOf(wanted, 'anywhere') : sql`doc in ${numberList(docs)}`;
  const { rows } = await sql<{ id: string }>`select track_id as id from search_rows
    where ${condition} limit ${most + 1}`.execute(db);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** Whether so many are found anywhere that a page in another order is soon full when its rows are asked one by one. */
export const areManyOnPostgres = (db: Db, wanted: Wanted): Promise<boolean> =>
  areDense(db, heldBy(wanted, 'anywhere'));

/** Whether the recording of a row of `tracks` is found: row by row along an order where many are, else all are found first. */
export function isFoundOnPostgres(wanted: Wanted, reach: Reach, areMany: boolean): Condition {
  const condition = conditionOf(wanted, reach);
  return areMany
    ? sql`(select ${condition} from search_rows where search_rows.track_id = tracks.id)`
    : sql`tracks.id in (select track_id from search_rows where ${condition} offset 0)`;
}
