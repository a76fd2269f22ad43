// How PostgreSQL finds tracks by words: in the postings of words, in the order of their numbers; where these are too many, by asking
// rows of `search_rows`, the newest first. SQLite finds the rows in its indexes (`searchQueries.ts`).
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import {
  type Found,
  type Held,
  type Newest,
  newestHeld,
  nextHeld,
  type Stretch,
  walkedHeld,
} from '../db/postgres/held.ts';
import { type AnyOf, nextPosted } from '../db/postgres/postings.ts';
import { lexemesOf } from './lexemes.ts';
import { endsOf, lexemesBeginning, longWordsOf, patternsOf, shortWordsOf } from './matching.ts';
import { TABLES } from './postgresWordQueries.ts';
import type { Reach, Wanted } from './vocabularyQueries.ts';

export type Condition = RawBuilder<boolean>;

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

/** Of one word or tag at least. A tag's words stand in short texts. */
export const conditionOf = ({ words, tags }: Wanted, reach: Reach): Condition => {
  const ofTags = lexemesOf(tags.join(' '));
  return all([
    ...(words.length === 0 ? [] : [CONDITIONS[reach](words)]),
    ...(ofTags.length === 0
      ? []
      : [sql<boolean>`words @@ ${ofTags.map((word) => `'${word}':A`).join(' & ')}::tsquery`]),
  ]);
};

export const heldBy = (wanted: Wanted, reach: Reach): Held => ({
  table: 'search_rows',
  number: 'doc',
  condition: conditionOf(wanted, reach),
});

/** What is in more words than this is likely in some of so many of the newest rows: 0.3 ms. */
const BROAD = 32;
const NEAR = 2000;

const isBroad = (lists: readonly AnyOf[]) => lists.every((any) => any.length > BROAD);

/** Null where the lists of postings do not tell. */
export async function posted(db: Db, wanted: Wanted, reach: Reach, stretch: Stretch): Promise<Found | null> {
  const { lists = [], isAll = false } = (await wanted.wording?.()) ?? {};
  if (lists.length === 0) return null;
  const held = heldBy(wanted, reach);
  const listed = (rest: Stretch) => nextPosted(db, TABLES, lists, isAll ? null : held, rest);
  if (isAll || !isBroad(lists)) return listed(stretch);
  const near = await walkedHeld(db, held, { ...stretch, walked: NEAR });
  const missing = stretch.most - near.docs.length;
  if (missing <= 0 || near.border === null) return near;
  const far = await listed({ ...stretch, after: near.border, most: missing });
  return far === null ? near : { docs: [...near.docs, ...far.docs], border: far.border };
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

/** Numbers of all tracks that meet the condition. */
export const docsOf = (condition: Condition) => sql`select doc from search_rows where ${condition} offset 0`;

/** Row by row along an order. */
export const isHeld = (condition: Condition): Condition =>
  sql`(select ${condition} from search_rows where search_rows.doc = tracks.index_number)`;

/** Whether the recording of a row of `tracks` is found: row by row along an order where many are, else all are found first. */
export function isFoundOnPostgres(wanted: Wanted, reach: Reach, areMany: boolean): Condition {
  const condition = conditionOf(wanted, reach);
  return areMany ? isHeld(condition) : sql`tracks.index_number in (${docsOf(condition)})`;
}
