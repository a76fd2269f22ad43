// How comments are found by words: in an index of pieces that also knows names and titles; row by row by what is too short for it.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { either, isPostgres, NAMED } from '../db/dialect.ts';
import { idList, numberList } from '../db/lists.ts';
import { areDense, type Held, nextHeld } from '../db/postgres/held.ts';
import { isDense } from '../tracks/searchQueries.ts';
import { readPlace } from './cursor.ts';
import { type Asked, FEW_AND_ONE, fewOf, rowsOf, type SortKey, wordsIn } from './pageQueries.ts';
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

/** The number in the index of pieces: they are given in the order in which comments come. */
export const BY_DOC: SortKey = [sql`comment_docs.doc`];

/** Where the text is looked for in one index that also knows names and titles; those of one person or recording are read. */
export const hasPieces = (asked: CommentsAsked): boolean =>
  !isShort(wordsIn(asked)) && asked.user === undefined && asked.track === undefined;

export const isByDoc = (asked: CommentsAsked): boolean =>
  hasPieces(asked) && (asked.sort ?? 'date') === 'date';

const PIECES = {
  sqlite: 'comments_fts_inside',
  postgres: { table: 'comment_docs', number: 'doc', inside: sql`inside` },
};
const docsHolding = (search: string) => rowsHolding(PIECES, search);

/** Words of many comments, row by row: in the text, the name of its author, the title of its recording. */
export function found(asked: CommentsAsked): RawBuilder<boolean> {
  const search = wordsIn(asked);
  if (search === '') return sql<boolean>`true`;
  return holds([sql`comments.content`, sql`accounts.username`, sql`tracks.title`], search);
}

/** As PostgreSQL is asked. */
const heldOf = (search: string): Held => {
  const { table, number, inside } = PIECES.postgres;
  return { table, number, condition: holdsFolded(inside, search) };
};

/** Whether so many hold the text that a page in another order is soon full when its rows are read one by one. */
async function areMany(db: Db, search: string): Promise<boolean> {
  if (isPostgres(db)) return areDense(db, heldOf(search));
  const { rows } = await sql<{ rowid: number }>`${docsHolding(search)}
    order by rowid desc limit ${FEW_AND_ONE}`.execute(db);
  return isDense({ docs: rows.map(({ rowid }) => rowid) });
}

/** Whether a row holds the text: all that do are found first. */
const isFound = (search: string): RawBuilder<boolean> =>
  either({
    sqlite: sql<boolean>`(select doc from comment_docs where comment_id = comments.id) in (${docsHolding(search)})`,
    postgres: sql<boolean>`comments.id in (
      select comment_id from comment_docs where ${heldOf(search).condition} offset 0)`,
  });

/** The same row by row. */
const isFoundAlong = (asked: CommentsAsked): RawBuilder<boolean> =>
  either({
    sqlite: found(asked),
    postgres: sql<boolean>`(select ${heldOf(wordsIn(asked)).condition} from comment_docs where comment_id = comments.id)`,
  });

/** Numbers of a page and of one row more, in their order. */
export async function docsOf(db: Db, asked: CommentsAsked): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const after = cursor === undefined ? null : Number(readPlace(cursor, BY_DOC.length)[0]);
  const most = rowsOf(asked);
  if (isPostgres(db)) return nextHeld(db, heldOf(wordsIn(asked)), { direction, after, most });
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const behind = after === null ? sql`` : sql`and rowid ${direction === 'asc' ? sql`>` : sql`<`} ${after}`;
  const { rows } = await sql<{ rowid: number }>`${docsHolding(wordsIn(asked))} ${behind}
    order by rowid ${way} limit ${most}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}

/** Ids of the comments that hold the text anywhere; null when they are many. */
async function fewWithPieces(db: Db, search: string): Promise<string[] | null> {
  const { rows } = await sql<{ rowid: number }>`${docsHolding(search)} limit ${FEW_AND_ONE}`.execute(db);
  const docs = fewOf(rows.map(({ rowid }) => ({ id: rowid })));
  if (docs === null) return null;
  const found = await sql<{ id: string }>`select comment_id as id from comment_docs
    where doc in ${numberList(docs)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** What a text too short for pieces costs: rows are looked at one by one. */
export const fewSaying = (db: Db, search: string): Promise<string[] | null> =>
  lookThrough(db, sql`comments where ${holds([sql`content`], search)}`);

/** Ids of what a search finds, when it is little; null for much, and without words. */
export async function fewComments(db: Db, asked: CommentsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '' || asked.user !== undefined || asked.track !== undefined) return null;
  // A page by date is found without them; they are counted with the first one.
  if (isByDoc(asked) && asked.cursor !== undefined) return null;
  if (hasPieces(asked)) return fewWithPieces(db, search);
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

/** Whether a row holds the text where many do. */
export async function manyFound(db: Db, asked: CommentsAsked): Promise<RawBuilder<boolean>> {
  if (!hasPieces(asked)) return found(asked);
  return (await areMany(db, wordsIn(asked))) ? isFoundAlong(asked) : isFound(wordsIn(asked));
}
