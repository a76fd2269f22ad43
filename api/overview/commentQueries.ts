// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { isPostgres, NAMED } from '../db/dialect.ts';
import { idList, numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { phraseOf } from '../tracks/matching.ts';
import { isDense } from '../tracks/searchQueries.ts';
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
import { holds, holdsFolded, isShort, lookThrough, peopleCalled, recordingsTitled } from './wordQueries.ts';

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
/** The same number where it is found. */
const BY_PIECES: SortKey = [sql`comments_fts_inside.rowid`];

/** Where the text is looked for in one index that also knows names and titles; those of one person or recording are read. */
const hasPieces = (db: Db, asked: CommentsAsked): boolean =>
  !isPostgres(db) && !isShort(wordsIn(asked)) && asked.user === undefined && asked.track === undefined;

const isByDoc = (db: Db, asked: CommentsAsked): boolean =>
  hasPieces(db, asked) && (asked.sort ?? 'date') === 'date';

const docsHolding = (search: string) =>
  sql`select rowid from comments_fts_inside where comments_fts_inside match ${phraseOf(search)}`;

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

/** Whether so many hold the text that a page in another order is soon full when its rows are read one by one. */
async function areDense(db: Db, search: string): Promise<boolean> {
  const { rows } = await sql<{ rowid: number }>`${docsHolding(search)}
    order by rowid desc limit ${FEW_AND_ONE}`.execute(db);
  return isDense({ docs: rows.map(({ rowid }) => rowid) });
}

const isFound = (search: string) =>
  sql<boolean>`(select doc from comment_docs where comment_id = comments.id) in (${docsHolding(search)})`;

/** A cross join is read in the order it is written in: what is sorted by comes first, unless the comments are few. */
function selectRows(db: Db, { sort, user, track }: CommentsAsked) {
  const isFew = user !== undefined || track !== undefined;
  if (sort === 'user' && !isFew) return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
  if (sort === 'track' && !isFew) return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
}

/** Ids of the comments that hold the text anywhere, the newest first; null when they are many. */
async function fewWithPieces(db: Db, search: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: number }>`select rowid as id from (${docsHolding(search)})
    order by rowid desc limit ${FEW_AND_ONE}`.execute(db);
  const docs = fewOf(rows);
  if (docs === null) return null;
  const found = await sql<{ id: string }>`select comment_id as id from comment_docs
    where doc in ${numberList(docs)} order by doc desc`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Ids of the comments that hold the text themselves; null when they are many. */
async function fewSaying(db: Db, search: string): Promise<string[] | null> {
  if (isShort(search)) return lookThrough(db, sql`comments where ${holds([sql`content`], search)}`);
  const { rows } = await sql<{ id: string }>`select comment_id as id from comment_docs
    where ${holdsFolded(sql`inside`, search)} limit ${FEW_AND_ONE}`.execute(db);
  return fewOf(rows);
}

/** Ids of what a search finds, when it is little; null for much, and without words. */
export async function fewComments(db: Db, asked: CommentsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '' || asked.user !== undefined || asked.track !== undefined) return null;
  // A page by date is found without them; they are counted with the first one.
  if (isByDoc(db, asked) && asked.cursor !== undefined) return null;
  if (hasPieces(db, asked)) return fewWithPieces(db, search);
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
const selectByDoc = (db: Db, search: string) =>
  db
    .selectFrom('comments_fts_inside')
    .crossJoin('comment_docs')
    .crossJoin('comments')
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comments_fts_inside match ${phraseOf(search)}`)
    .whereRef('comment_docs.doc', '=', 'comments_fts_inside.rowid')
    .whereRef('comments.id', '=', 'comment_docs.comment_id');

/** Of few by date those that the page shows: `few` come the newest first. */
const shownOf = (asked: CommentsAsked, few: readonly string[]): readonly string[] =>
  (asked.direction === 'asc' ? few.toReversed() : few).slice(0, rowsOf(asked));

const selectFew = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('comments')
    .crossJoin('comment_docs')
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comments.id in ${idList(ids)}`)
    .whereRef('comment_docs.comment_id', '=', 'comments.id');

const manyFound = async (db: Db, asked: CommentsAsked): Promise<RawBuilder<boolean>> =>
  hasPieces(db, asked) && !(await areDense(db, wordsIn(asked))) ? isFound(wordsIn(asked)) : found(asked);

/** What the page is cut from, and by what. */
async function soughtOf(db: Db, asked: CommentsAsked, few: readonly string[] | null) {
  if (isByDoc(db, asked))
    return few === null
      ? { select: selectByDoc(db, wordsIn(asked)), key: BY_PIECES }
      : { select: selectFew(db, shownOf(asked, few)), key: BY_DOC };
  const key = SORTS[asked.sort ?? 'date'];
  if (few !== null) return { select: selectFew(db, few), key };
  const many = await manyFound(db, asked);
  return { select: selectRows(db, asked).where(conditions(asked)).where(many), key };
}

export async function commentsOfTable(db: Db, asked: CommentsAsked, few: readonly string[] | null = null) {
  const { select, key } = await soughtOf(db, asked, few);
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

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without words nobody looks at whose they are: each belongs to a track and a person. */
export async function countComments(
  db: Db,
  asked: CommentsAsked,
  few: readonly string[] | null,
): Promise<Total> {
  if (few !== null) return exactly(few.length);
  if (hasPieces(db, asked)) return countOfFew(null);
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
