// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { either, NAMED } from '../db/dialect.ts';
import { idList, numberList, shortList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import {
  BY_DOC,
  type CommentsAsked,
  docsOf,
  type FoundComments,
  fewSaying,
  hasPieces,
  type Near,
} from './commentWordQueries.ts';
import { pageByDoc } from './docPages.ts';
import {
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  rowsOf,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';

const ID = sql`comments.id`;

/** Each in the order of an index; of names, the comments of one name after the other. */
const SORTS: Record<CommentSort, SortKey> = {
  date: [sql`comments.created_at`, ID],
  user: [sql`accounts.username_key`, ID],
  track: [withoutCase(sql`tracks.title`), ID],
  likes: [sql`comments.likes`, ID],
};

/** Whether a row of `comments` belongs to the person and the recording that were asked for. */
function conditions({ user, track }: CommentsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(user === undefined ? [] : [sql`comments.account_id = ${user}`]),
    ...(track === undefined ? [] : [sql`comments.track_id = ${track}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** A cross join is read in the order it is written in: what is sorted by comes first, unless the comments are few. */
function selectRows(db: Db, { sort, user, track }: CommentsAsked) {
  const isFew = user !== undefined || track !== undefined;
  if (sort === 'user' && !isFew) return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
  if (sort === 'track' && !isFew) return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
}

/** The comments with these numbers, a query or a list. */
const selectOwn = (db: Db, docs: RawBuilder<unknown>) =>
  db
    .selectFrom('comment_docs')
    .crossJoin('comments')
    .where(sql<boolean>`comment_docs.doc in ${docs}`)
    .whereRef('comments.id', '=', 'comment_docs.comment_id');

const selectByDoc = (db: Db, docs: RawBuilder<unknown>) =>
  selectOwn(db, docs).crossJoin('accounts').crossJoin('tracks');

const selectFew = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('comments')
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comments.id in ${idList(ids)}`);

const shown = (select: ReturnType<typeof selectRows>) =>
  select
    .whereRef('accounts.id', '=', 'comments.account_id')
    .whereRef('tracks.id', '=', 'comments.track_id')
    .where('tracks.status', '=', sql.lit('active'));

const isByFirst = ({ sort }: CommentsAsked): boolean => sort === 'user' || sort === 'track';

function cutComments(select: ReturnType<typeof selectRows>, key: SortKey, asked: CommentsAsked) {
  return cutPage(
    shown(select)
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
    isByFirst(asked),
  ).execute();
}

const commentsByDoc = (db: Db, asked: CommentsAsked, docs: readonly number[]) =>
  pageByDoc(asked, docs, {
    docsOf: (next) => docsOf(db, { ...asked, ...next }),
    rowsOf: (some) => cutComments(selectByDoc(db, numberList(some)), BY_DOC, { ...asked, cursor: undefined }),
  });

/** Then whether a recording is shown has not to be looked at. */
async function areAllShown(db: Db): Promise<boolean> {
  const of = await readTotals(db);
  return of('tracks') === of('active tracks');
}

type Much = Extract<FoundComments, { all: unknown } | { isAlong: unknown }>;

/** Ids of much that is found. Nothing is read but what it is sorted by, mostly out of an index alone, and what hides a comment. */
async function idsOf(db: Db, asked: CommentsAsked, found: Much) {
  if ('all' in found && asked.sort !== 'likes')
    return shown(selectByDoc(db, shortList(found.all))).select('comments.id');
  const own =
    'all' in found ? selectOwn(db, shortList(found.all)) : db.selectFrom('comments').where(found.isAlong);
  if (await areAllShown(db)) return own.select('comments.id');
  return own
    .crossJoin('tracks')
    .whereRef('tracks.id', '=', 'comments.track_id')
    .where('tracks.status', '=', sql.lit('active'))
    .select('comments.id');
}

async function selectMuch(db: Db, asked: CommentsAsked, key: SortKey, found: Much) {
  const page = cutPage(await idsOf(db, asked, found), key, asked, isByFirst(asked));
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks').where('comments.id', 'in', page);
}

/** Those of all that are among the first rows of the order. The `+` keeps SQLite from asking the lists for each of these. */
function firstOf(db: Db, asked: CommentsAsked, key: SortKey, { all, rows }: Near): RawBuilder<unknown> {
  const first = cutPage(db.selectFrom('comments').select('index_number'), key, asked).limit(rows);
  const doc = either({ sqlite: sql`+doc`, postgres: sql`doc` });
  return sql`select doc from (${all}) ${NAMED} where ${doc} in ${first}`;
}

export async function commentsOfTable(
  db: Db,
  asked: CommentsAsked,
  found: FoundComments = { isFound: sql`true` },
) {
  const key = SORTS[asked.sort ?? 'date'];
  if ('docs' in found) return commentsByDoc(db, asked, found.docs);
  if ('few' in found) return cutComments(selectFew(db, found.few), key, asked);
  if ('all' in found || 'isAlong' in found) {
    const pageOfMuch = async (much: Much) => cutComments(await selectMuch(db, asked, key, much), key, asked);
    const near = 'near' in found && found.near;
    const page = near ? await pageOfMuch({ all: firstOf(db, asked, key, near), n: null }) : [];
    // Less than a page: others are behind those rows, or hidden ones were among them.
    return page.length === rowsOf(asked) ? page : pageOfMuch(found);
  }
  return cutComments(selectRows(db, asked).where(conditions(asked)).where(found.isFound), key, asked);
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without words nobody looks at whose they are: each belongs to a track and a person. */
export async function countComments(db: Db, asked: CommentsAsked, found: FoundComments): Promise<Total> {
  if ('docs' in found) return countOfFew(found.docs);
  if ('few' in found) return countOfFew(found.few);
  if ('isAlong' in found || 'all' in found)
    return 'n' in found && found.n !== null ? exactly(found.n) : countOfFew(null);
  const isOfFew = asked.user !== undefined || asked.track !== undefined;
  if (wordsIn(asked) === '' && !isOfFew) return exactly((await readTotals(db))('comments'));
  if (wordsIn(asked) === '')
    return countOfRows(db, sql`(select 1 as one from comments where ${conditions(asked)})`);
  if (hasPieces(asked)) return countOfFew(null);
  if (!isOfFew && (await fewSaying(db, wordsIn(asked))) === null) return countOfFew(null);
  return countOfRows(
    db,
    sql`(select 1 as one from comments cross join accounts cross join tracks
      where accounts.id = comments.account_id and tracks.id = comments.track_id
        and ${conditions(asked)} and ${found.isFound})`,
  );
}
