// How people are found by words: in an index of pieces of names and addresses; row by row by what is too short for it.
import { type RawBuilder, sql } from 'kysely';
import type { UserSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { either, isPostgres } from '../db/dialect.ts';
import { readNumbers } from '../db/lists.ts';
import { type Held, nextHeld, type Stretch } from '../db/postgres/held.ts';
import { phraseOf } from '../tracks/matching.ts';
import { readPlace } from './cursor.ts';
import { docsWanted } from './docPages.ts';
import { type Asked, COUNTED_AND_ONE, type SortKey, wordsIn } from './pageQueries.ts';
import { holds, holdsFolded, isShort, peopleCalled } from './wordQueries.ts';

export interface UsersAsked extends Asked {
  sort?: UserSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

/** What a search finds, as far as it has to be known before a page is read. */
export type FoundUsers =
  /** By date: numbers of the next ones, of a first page as many as are counted and one more. */
  | { docs: readonly number[] }
  /** Ids of all of them, when they are few. */
  | { few: readonly string[] }
  /** Numbers of all of them, in no order: too far apart to be met along another order. */
  | { all: readonly number[] }
  /** Whether a row is found: many are, or nothing was asked for. */
  | { isFound: RawBuilder<boolean> };

/** The number in the index of pieces: they are given in the order in which people come. */
export const BY_DOC: SortKey = [sql`account_docs.doc`];

/** So many numbers are looked at one by one on PostgreSQL: where they hold no page, the index finds a few thousand at most, 2 ms. */
const WALKED = 2000;
/** Of more than so many people a page is soon met along another order; to read all of so many in an index costs 3 ms. */
const READ_MOST = 4000;

/** `address`: e-mail addresses count, too. */
const heldOf = (search: string, address: boolean): Held => {
  const name = holdsFolded(sql`inside`, search);
  const any = sql<boolean>`(${name} or ${holdsFolded(sql`address`, search)})`;
  return { table: 'account_docs', number: 'doc', condition: address ? any : name };
};

const onSqlite = (search: string, address: boolean) =>
  sql`select rowid as doc from accounts_fts_inside
    where accounts_fts_inside match ${address ? phraseOf(search) : `username : ${phraseOf(search)}`}`;

const docsHolding = (search: string, address: boolean): RawBuilder<unknown> =>
  either({
    sqlite: onSqlite(search, address),
    postgres: sql`select doc from account_docs where ${heldOf(search, address).condition}`,
  });

/** Its index of pieces gives a few at once, in no order. */
async function nextOnPostgres(db: Db, search: string, address: boolean, stretch: Stretch): Promise<number[]> {
  const docs = await readNumbers(db, sql`${docsHolding(search, address)} limit ${COUNTED_AND_ONE}`);
  if (docs.length === COUNTED_AND_ONE)
    return nextHeld(db, heldOf(search, address), { ...stretch, walked: WALKED });
  const { direction, after, most } = stretch;
  const sign = direction === 'asc' ? 1 : -1;
  const inOrder = docs.sort((a, b) => sign * (a - b));
  return inOrder.filter((doc) => after === null || sign * (doc - after) > 0).slice(0, most);
}

async function nextDocs(db: Db, search: string, address: boolean, stretch: Stretch): Promise<number[]> {
  if (isPostgres(db)) return nextOnPostgres(db, search, address, stretch);
  const { direction, after, most } = stretch;
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const behind = after === null ? sql`` : sql`and rowid ${direction === 'asc' ? sql`>` : sql`<`} ${after}`;
  return readNumbers(db, sql`${onSqlite(search, address)} ${behind} order by rowid ${way} limit ${most}`);
}

/** Numbers of a page and of one row more, of a first page also those that are counted. */
export function userDocsOf(db: Db, asked: UsersAsked, address: boolean): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const after = cursor === undefined ? null : Number(readPlace(cursor, BY_DOC.length)[0]);
  return nextDocs(db, wordsIn(asked), address, { direction, after, most: docsWanted(asked) });
}

/** Row by row. */
export function isCalled(asked: UsersAsked, address: boolean): RawBuilder<boolean> {
  if (wordsIn(asked) === '') return sql<boolean>`true`;
  const columns = [sql`accounts.username`, ...(address ? [sql`coalesce(accounts.email, '')`] : [])];
  return holds(columns, wordsIn(asked));
}

export async function findUsers(db: Db, asked: UsersAsked, address: boolean): Promise<FoundUsers> {
  const search = wordsIn(asked);
  const alongRows = { isFound: isCalled(asked, address) };
  if (search === '' || asked.user !== undefined) return alongRows;
  if (isShort(search)) {
    const few = await peopleCalled(db, search, address);
    return few === null ? alongRows : { few };
  }
  const isByDate = (asked.sort ?? 'registered') === 'registered' || (asked.sort === 'email' && !address);
  if (isByDate) return { docs: await userDocsOf(db, asked, address) };
  const all = await readNumbers(db, sql`${docsHolding(search, address)} limit ${READ_MOST + 1}`);
  return all.length > READ_MOST ? alongRows : { all };
}
