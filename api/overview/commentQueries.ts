// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { either, isPostgres, NAMED } from '../db/dialect.ts';
import { idList, numberList } from '../db/lists.ts';
import { areDense, type Held, nextHeld } from '../db/postgres/held.ts';
import { readTotals } from '../db/totals.ts';
import { isDense } from '../tracks/searchQueries.ts';
import { readPlace, writePlace } from './cursor.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  fewOf,
  rowsOf,
  type SortKey,
  sortColumns,
  type Total,
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

const ID = sql`comments.id`;

/** Each in the order of an index; of names, the comments of one name after the other. */
const SORTS: Record<CommentSort, SortKey> = {
  date: [sql`comments.created_at`, ID],
  user: [sql`accounts.username_key`, ID],
  track: [withoutCase(sql`tracks.title`), ID],
  likes: [sql`comments.likes`, ID],
};

/** The number in the index of pieces: they are given in the order in which comments come. */
const BY_DOC: SortKey = [sql`comment_docs.doc`];

/** Where the text is looked for in one index that also knows names and titles; those of one person or recording are read. */
const hasPieces = (asked: CommentsAsked): boolean =>
  !isShort(wordsIn(asked)) && asked.user === undefined && asked.track === undefined;

const isByDoc = (asked: CommentsAsked): boolean => hasPieces(asked) && (asked.sort ?? 'date') === 'date';

const PIECES = {
  sqlite: 'comments_fts_inside',
  postgres: { table: 'comment_docs', number: 'doc', inside: sql`inside` },
};
const docsHolding = (search: string) => rowsHolding(PIECES, search);

/** Whether a row of `comments` belongs to the person and the recording that were asked for. */
function conditions({ user, track }: CommentsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(user === undefined ? [] : [sql`comments.account_id = ${user}`]),
    ...(track === undefined ? [] : [sql`comments.track_id = ${track}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Words of many comments, row by row: in the text, the name of its author, the title of its recording. */
function found(asked: CommentsAsked): RawBuilder<boolean> {
  const search = wordsIn(asked);
  if (search === '') return sql<boolean>`true`;
  return holds([sql`comments.content`, sql`accounts.username`, sql`tracks.title`], search);
}

/** As PostgreSQL is asked. */
const heldOf = (search: string): Held => ({
  table: 'comment_docs',
  number: 'doc',
  condition: holdsFolded(sql`inside`, search),
});

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
async function docsOf(db: Db, asked: CommentsAsked): Promise<number[]> {
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

/** A cross join is read in the order it is written in: what is sorted by comes first, unless the comments are few. */
function selectRows(db: Db, { sort, user, track }: CommentsAsked) {
  const isFew = user !== undefined || track !== undefined;
  if (sort === 'user' && !isFew) return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
  if (sort === 'track' && !isFew) return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
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
const fewSaying = (db: Db, search: string): Promise<string[] | null> =>
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

/** A page of the index is a page of comments. */
const selectByDoc = (db: Db, docs: readonly number[]) =>
  db
    .selectFrom('comment_docs')
    .crossJoin('comments')
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comment_docs.doc in ${numberList(docs)}`)
    .whereRef('comments.id', '=', 'comment_docs.comment_id');

const selectFew = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('comments')
    .crossJoin('comment_docs')
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comments.id in ${idList(ids)}`)
    .whereRef('comment_docs.comment_id', '=', 'comments.id');

async function manyFound(db: Db, asked: CommentsAsked): Promise<RawBuilder<boolean>> {
  if (!hasPieces(asked)) return found(asked);
  return (await areMany(db, wordsIn(asked))) ? isFoundAlong(asked) : isFound(wordsIn(asked));
}

function cutComments(select: ReturnType<typeof selectRows>, key: SortKey, asked: CommentsAsked) {
  return cutPage(
    select
      .whereRef('accounts.id', '=', 'comments.account_id')
      .whereRef('tracks.id', '=', 'comments.track_id')
      .where('tracks.status', '=', sql.lit('active'))
      .select([
        'comments.id',
        'comments.content',
        'comments.account_id',
        'comments.track_id',
        'comments.likes',
        'comments.created_at',
        'accounts.username',
        'tracks.title as track_title',
      ])
      .select(sortColumns(key)),
    key,
    asked,
    asked.sort === 'user' || asked.sort === 'track',
  ).execute();
}

/** Read on where recordings are not shown. */
async function commentsByDoc(db: Db, asked: CommentsAsked) {
  const most = rowsOf(asked);
  const page: Awaited<ReturnType<typeof cutComments>> = [];
  for (let { cursor } = asked; ; ) {
    const docs = await docsOf(db, { ...asked, cursor });
    page.push(...(await cutComments(selectByDoc(db, docs), BY_DOC, { ...asked, cursor })));
    const last = docs.at(-1);
    if (last === undefined || docs.length < most || page.length >= most) return page.slice(0, most);
    cursor = writePlace([last]);
  }
}

export async function commentsOfTable(db: Db, asked: CommentsAsked, few: readonly string[] | null = null) {
  if (isByDoc(asked)) return commentsByDoc(db, asked);
  const key = SORTS[asked.sort ?? 'date'];
  if (few !== null) return cutComments(selectFew(db, few), key, asked);
  const many = await manyFound(db, asked);
  return cutComments(selectRows(db, asked).where(conditions(asked)).where(many), key, asked);
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without words nobody looks at whose they are: each belongs to a track and a person. */
export async function countComments(
  db: Db,
  asked: CommentsAsked,
  few: readonly string[] | null,
): Promise<Total> {
  if (few !== null) return exactly(few.length);
  if (hasPieces(asked)) return countOfFew(null);
  const isOfFew = asked.user !== undefined || asked.track !== undefined;
  if (wordsIn(asked) === '' && !isOfFew) return exactly((await readTotals(db))('comments'));
  if (wordsIn(asked) === '')
    return countOfRows(db, sql`(select 1 as one from comments where ${conditions(asked)})`);
  if (!isOfFew && (await fewSaying(db, wordsIn(asked))) === null) return countOfFew(null);
  return countOfRows(
    db,
    sql`(select 1 as one from comments cross join accounts cross join tracks
      where accounts.id = comments.account_id and tracks.id = comments.track_id
        and ${conditions(asked)} and ${found(asked)})`,
  );
}
