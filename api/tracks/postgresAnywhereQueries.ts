// As `anywhereQueries.ts`, on PostgreSQL: in the lists of postings, or row by row.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isAmong, readNumbers } from '../db/lists.ts';
import { areDense } from '../db/postgres/held.ts';
import { docsPosted, fewPosted, numbersOf, somePosted } from '../db/postgres/postings.ts';
import type { Anywhere, Bounds } from './anywhereQueries.ts';
import { type Condition, conditionOf, docsOf, heldBy, isHeld, posted } from './postgresSearchQueries.ts';
import { numbersAnywhere, TABLES } from './postgresWordQueries.ts';
import type { Wanted } from './vocabularyQueries.ts';

/** Where one track of so many is found, to look at the rows of an order costs no more than to gather all numbers: 6 ms. */
const MET = 30;
/** From here on to read all of them costs less than to walk along an order: 8 ms. */
const FAR_APART = 1000;

const NUMBER = sql`tracks.index_number`;

const isOnList = (words: RawBuilder<unknown>): Condition => isAmong(NUMBER, docsPosted(TABLES, words));

async function fewWhere(db: Db, condition: Condition, most: number): Promise<Anywhere | null> {
  const few = await readNumbers(db, sql`select doc from search_rows where ${condition} limit ${most + 1}`);
  return few.length > most ? null : { few };
}

/** Of a single word; null where the newest of its list do not tell whether they are few. */
async function onList(
  db: Db,
  wanted: Wanted,
  word: string,
  { few, counted }: Bounds,
): Promise<Anywhere | null> {
  const numbers = numbersAnywhere(word);
  const { words, docs, areAll, apart } = await somePosted(db, TABLES, numbers, few + 1);
  if (areAll) return { few: docs };
  const areMany = docs.length > few || (docs.length > counted && apart < FAR_APART);
  const all = areMany ? null : await fewPosted(db, TABLES, numbers, few);
  if (all) return { few: all };
  if (all === undefined) return null;
  if (apart <= MET) return { isFound: isHeld(conditionOf(wanted, 'anywhere')) };
  return { isFound: isOnList(words === null ? numbers : numbersOf(words)) };
}

/** Of several words. */
async function fewWithAll(db: Db, wanted: Wanted, most: number): Promise<Anywhere | null> {
  const newest = { direction: 'desc', after: null, most: most + 1 } as const;
  const known = await posted(db, wanted, 'anywhere', newest);
  if (known !== null && known.docs.length > most) return null;
  if (known?.border === null) return { few: known.docs };
  return fewWhere(db, conditionOf(wanted, 'anywhere'), most);
}

export async function foundOnPostgres(db: Db, wanted: Wanted, bounds: Bounds): Promise<Anywhere> {
  const [word = '', another] = wanted.words;
  const condition = conditionOf(wanted, 'anywhere');
  const found =
    another === undefined
      ? ((await onList(db, wanted, word, bounds)) ?? (await fewWhere(db, condition, bounds.few)))
      : await fewWithAll(db, wanted, bounds.few);
  if (found !== null) return found;
  if (await areDense(db, heldBy(wanted, 'anywhere'))) return { isFound: isHeld(condition) };
  return { isFound: isAmong(NUMBER, docsOf(condition)) };
}
