// How comments are found by words: in lists of their words, or in an index of pieces that also knows names and titles; row by row by
// what is too short for either.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { either, isPostgres, NAMED } from '../db/dialect.ts';
import { idList, isAmong, numberList, readNumbers } from '../db/lists.ts';
import { type Held, nextHeld, type Stretch } from '../db/postgres/held.ts';
import type { SomePosted } from '../db/postgres/newestOfWords.ts';
import { allListed, type Lists, listsOf, nextListed, someListed } from './commentListQueries.ts';
import { readPlace } from './cursor.ts';
import { docsWanted } from './docPages.ts';
import {
  type Asked,
  COUNTED_AND_ONE,
  FEW_AND_ONE,
  fewOf,
  rowsOf,
  type SortKey,
  wordsIn,
} from './pageQueries.ts';
import {
  holds,
  holdsFolded,
  isShort,
  lookThrough,
  peopleCalled,
  recordingsTitled,
  rowsHolding,
} from './wordQueries.ts';

export interface CommentsAsked extends Asked {
  sort?: CommentSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
  track?: string | undefined;
}

/** What a search finds, as far as it has to be known before a page is read. */
export type FoundComments =
  /** By date: numbers of the next ones, of a first page as many as are counted and one more. */
  | { docs: readonly number[] }
  /** Ids of all of them, when they are few. */
  | { few: readonly string[] }
  /** Numbers of all of them, a query: too far apart to be met along another order. `n`: how many, if they are fewer than counted. */
  | { all: RawBuilder<unknown>; n: number | null }
  /**
   * Whether a row is found, which an index of the order tells: nothing else is read of the others. `near`: how a page is likely found
   * with less.
   */
  | { isAlong: RawBuilder<boolean>; near?: Near }
  /** Whether a row is found: many are, or nothing was asked for. */
  | { isFound: RawBuilder<boolean> };

/** Numbers of all that are found, a query; a page of them is likely among so many rows at the beginning of the order. */
export interface Near {
  all: RawBuilder<unknown>;
  rows: number;
}

/** The number in the index of pieces: they are given in the order in which comments come. */
export const BY_DOC: SortKey = [sql`comment_docs.doc`];

/** Where the text is looked for in one index that also knows names and titles; those of one person or recording are read. */
export const hasPieces = (asked: CommentsAsked): boolean =>
  !isShort(wordsIn(asked)) && asked.user === undefined && asked.track === undefined;

const isByDoc = (asked: CommentsAsked): boolean => hasPieces(asked) && (asked.sort ?? 'date') === 'date';

const PIECES = {
  sqlite: 'comments_fts_inside',
  postgres: { table: 'comment_docs', number: 'doc', inside: sql`inside` },
};
const docsHolding = (search: string) => rowsHolding(PIECES, search);

/** Words of many comments, row by row: in the text, the name of its author, the title of its recording. */
function isSaid(asked: CommentsAsked): RawBuilder<boolean> {
  const search = wordsIn(asked);
  if (search === '') return sql<boolean>`true`;
  return holds([sql`comments.content`, sql`accounts.username`, sql`tracks.title`], search);
}

/** As PostgreSQL is asked. */
const heldOf = (search: string): Held => {
  const { table, number, inside } = PIECES.postgres;
  return { table, number, condition: holdsFolded(inside, search) };
};

/** The same row by row, in the texts of the index. */
const isFoundAlong = (asked: CommentsAsked): RawBuilder<boolean> =>
  either({
    sqlite: sql<boolean>`(select ${holds([sql`content`, sql`username`, sql`title`], wordsIn(asked))}
      from comments_fts_inside where comments_fts_inside.rowid = comments.index_number)`,
    postgres: sql<boolean>`(select ${heldOf(wordsIn(asked)).condition} from comment_docs
      where comment_docs.doc = comments.index_number)`,
  });

/** Numbers of the next ones that hold the text, in their order. */
async function nextDocs(db: Db, search: string, lists: Lists, stretch: Stretch): Promise<number[]> {
  const known = await nextListed(db, lists, heldOf(search), stretch);
  const missing = stretch.most - (known?.docs.length ?? 0);
  if (known && (missing <= 0 || known.border === null)) return known.docs;
  const { direction, after, most } = known ? { ...stretch, after: known.border, most: missing } : stretch;
  const before = known?.docs ?? [];
  if (isPostgres(db)) return [...before, ...(await nextHeld(db, heldOf(search), { direction, after, most }))];
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const behind = after === null ? sql`` : sql`and rowid ${direction === 'asc' ? sql`>` : sql`<`} ${after}`;
  const rest = await readNumbers(
    db,
    sql`select rowid as doc from (${docsHolding(search)} ${behind} order by rowid ${way} limit ${most})`,
  );
  return [...before, ...rest];
}

/** Numbers of a page and of one row more, of a first page also those that are counted. */
export async function docsOf(db: Db, asked: CommentsAsked): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const after = cursor === undefined ? null : Number(readPlace(cursor, BY_DOC.length)[0]);
  const most = docsWanted(asked);
  const search = wordsIn(asked);
  return nextDocs(db, search, await listsOf(db, search), { direction, after, most });
}

/** What a text too short for pieces costs: rows are looked at one by one. */
export const fewSaying = (db: Db, search: string): Promise<string[] | null> =>
  lookThrough(db, sql`comments where ${holds([sql`content`], search)}`);

/** By what is too short for pieces. */
async function fewShort(db: Db, search: string): Promise<string[] | null> {
  const inWords = await fewSaying(db, search);
  if (inWords === null) return null;
  const [people, recordings] = [await peopleCalled(db, search), await recordingsTitled(db, search)];
  if (people === null || recordings === null) return null;
  const about = await sql<{ id: string }>`
    select id from (select id from comments where account_id in ${idList(people)} limit ${FEW_AND_ONE}) ${NAMED}
    union select id from (
      select id from comments where track_id in ${idList(recordings)} limit ${FEW_AND_ONE}) ${NAMED}`.execute(
    db,
  );
  const ids = new Set([...inWords, ...about.rows.map(({ id }) => id)]);
  return fewOf([...ids].map((id) => ({ id })));
}

/** Where one comment of so many holds the text, to look at the rows of an order costs no more than to read all numbers: 3 ms. */
const MET = 30;
/** The same where names or titles lead to the comments: to meet a page costs as much as to read all of these, 50 ms. */
const MET_BY_NAME = 100;
/** Up to here to look for all numbers among the first rows of an order costs less than to put them into a table: 2 ms. */
const NEAR = 100;
/** So many times the rows in which a page is found on average: chance seldom asks for more. */
const SPARE = 1.5;
/** From here on to read all of them costs less than to walk along an index: 8 ms. */
const FAR_APART = 1000;

/** As many as are counted. */
async function someWith(db: Db, search: string): Promise<SomePosted> {
  const most = COUNTED_AND_ONE;
  const some = await someListed(db, search, most, MET);
  if (some?.areAll || some?.docs.length === most) return some;
  const lists = await listsOf(db, search);
  const docs = await nextDocs(db, search, lists, { direction: 'desc', after: null, most });
  const apart = ((docs.at(0) ?? 0) - (docs.at(-1) ?? 0)) / docs.length;
  return { words: some?.words ?? null, docs, areAll: docs.length < most, apart };
}

/** In another order than that of dates. */
async function findInPieces(db: Db, asked: CommentsAsked): Promise<FoundComments> {
  const search = wordsIn(asked);
  const { words, docs, areAll, apart } = await someWith(db, search);
  if (areAll)
    return { all: sql`select doc from comment_docs where doc in ${numberList(docs)}`, n: docs.length };
  const listed = allListed(db, search, words);
  const all = listed ?? sql`select rowid as doc from (${docsHolding(search)}) ${NAMED}`;
  if (asked.sort !== 'likes')
    return apart <= MET_BY_NAME ? { isFound: isFoundAlong(asked) } : { all, n: null };
  if (apart > FAR_APART) return { all, n: null };
  if (apart <= MET) return { isAlong: isFoundAlong(asked) };
  const isAlong = isAmong(sql`comments.index_number`, all);
  if (listed === null || apart > NEAR) return { isAlong };
  return { isAlong, near: { all, rows: Math.ceil(rowsOf(asked) * apart * SPARE) } };
}

export async function findComments(db: Db, asked: CommentsAsked): Promise<FoundComments> {
  const search = wordsIn(asked);
  if (isByDoc(asked)) return { docs: await docsOf(db, asked) };
  if (hasPieces(asked)) return findInPieces(db, asked);
  const isOfFew = search === '' || asked.user !== undefined || asked.track !== undefined;
  const few = isOfFew ? null : await fewShort(db, search);
  return few === null ? { isFound: isSaid(asked) } : { few };
}
