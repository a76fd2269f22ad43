// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { idList, numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import {
  BY_DOC,
  type CommentsAsked,
  docsOf,
  fewSaying,
  found,
  hasPieces,
  isByDoc,
  manyFound,
} from './commentWordQueries.ts';
import { writePlace } from './cursor.ts';
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
    .crossJoin('accounts')
    .crossJoin('tracks')
    .where(sql<boolean>`comments.id in ${idList(ids)}`);

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
