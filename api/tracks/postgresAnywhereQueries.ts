// As `anywhereQueries.ts`, on PostgreSQL: in the lists of postings, or row by row.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { numberList } from '../db/lists.ts';
import { areDense } from '../db/postgres/held.ts';
import { type AnyOf, fewPosted, isPosted, numbersOf, somePosted } from '../db/postgres/postings.ts';
import type { Anywhere, Bounds } from './anywhereQueries.ts';
import { type Condition, conditionOf, docsOf, heldBy, isHeld, posted } from './postgresSearchQueries.ts';
import { numbersAnywhere, TABLES } from './postgresWordQueries.ts';
import type { Wanted } from './vocabularyQueries.ts';

/** Where one track of so many is found, to look at the rows of an order costs no more than to gather all numbers: 6 ms. */
const MET = 30;
/** From here on to read all of them costs less than to walk along an order: 8 ms. */
const FAR_APART = 1000;

const isOnList = (words: RawBuilder<unknown>): Condition => isPosted(sql`tracks.index_number`, TABLES, words);

async function fewWhere(db: Db, condition: Condition, most: number): Promise<Anywhere | null> {
  const { rows } = await sql<{ id: string }>`select track_id as id from search_rows
    where ${condition} limit ${most + 1}`.execute(db);
  return rows.length > most ? null : { few: rows.map(({ id }) => id) };
}

const fewOf = (db: Db, docs: readonly number[]) =>
  docs.length === 0 ? { few: [] } : fewWhere(db, sql`doc in ${numberList(docs)}`, docs.length);

/** Of a single word whose list is known; null where that does not tell whether they are few. */
async function onList(
  db: Db,
  wanted: Wanted,
  list: AnyOf,
  { few, counted }: Bounds,
): Promise<Anywhere | null> {
  const { docs, areAll, apart } = await somePosted(db, TABLES, list, few + 1);
  if (areAll) return fewOf(db, docs);
  const areMany = docs.length > few || (docs.length > counted && apart < FAR_APART);
  const all = areMany ? null : await fewPosted(db, TABLES, numbersOf(list), few);
  if (all) return fewOf(db, all);
  if (all === undefined) return null;
  return { isFound: apart <= MET ? isHeld(conditionOf(wanted, 'anywhere')) : isOnList(numbersOf(list)) };
}

/** Where no list tells it all. */
async function fewAnywhere(db: Db, wanted: Wanted, { few: most }: Bounds): Promise<Anywhere | null> {
  const [word = '', another] = wanted.words;
  if (another === undefined) {
    const few = await fewPosted(db, TABLES, numbersAnywhere(word), most);
    if (few !== undefined) return few && fewOf(db, few);
  } else {
    const newest = { direction: 'desc', after: null, most: most + 1 } as const;
    const known = await posted(db, wanted, 'anywhere', newest);
    if (known !== null && known.docs.length > most) return null;
    if (known?.border === null) return fewOf(db, known.docs);
  }
  return fewWhere(db, conditionOf(wanted, 'anywhere'), most);
}

export async function foundOnPostgres(db: Db, wanted: Wanted, bounds: Bounds): Promise<Anywhere> {
  const { lists: [list] = [], isAll = false } = (await wanted.wording?.()) ?? {};
  const told = isAll && list !== undefined ? await onList(db, wanted, list, bounds) : null;
  const few = told ?? (await fewAnywhere(db, wanted, bounds));
  if (few !== null) return few;
  const condition = conditionOf(wanted, 'anywhere');
  if (await areDense(db, heldBy(wanted, 'anywhere'))) return { isFound: isHeld(condition) };
  const [word = '', another] = wanted.words;
  if (another === undefined) return { isFound: isOnList(numbersAnywhere(word)) };
  return { isFound: sql`(tracks.index_number in (${docsOf(condition)})) is true` };
}
