// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { idList } from '../db/lists.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

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

/** People and tracks are looked through once, not for each comment. */
const matching = (
  search: string,
): RawBuilder<boolean> => sql<boolean>`(${holds([sql`comments.content`], search)}
  or comments.account_id in (select id from accounts where ${holds([sql`username`], search)})
  or comments.track_id in (select id from tracks where ${holds([sql`title`], search)}))`;

function conditions({ search = '', user, track }: CommentsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(search.trim() === '' ? [] : [matching(search)]),
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

/** Up to so many found comments are fetched and sorted; more are looked for along the index of the order. */
const FEW = 2000;

/** Ids of what a search finds, when it is little; null for much, and without words. */
async function fewFound(db: Db, asked: CommentsAsked): Promise<string[] | null> {
  if ((asked.search ?? '').trim() === '') return null;
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where(conditions(asked))
    .limit(FEW + 1)
    .execute();
  return rows.length > FEW ? null : rows.map(({ id }) => id);
}

export async function commentsOfTable(db: Db, asked: CommentsAsked) {
  const key = SORTS[asked.sort ?? 'date'];
  const ids = await fewFound(db, asked);
  const select =
    ids === null
      ? selectRows(db, asked).where(conditions(asked))
      : db
          .selectFrom('comments')
          .crossJoin('accounts')
          .crossJoin('tracks')
          .where(sql<boolean>`comments.id in ${idList(ids)}`);
  return cutPage(
    select
      .whereRef('accounts.id', '=', 'comments.account_id')
      .whereRef('tracks.id', '=', 'comments.track_id')
      .where('tracks.status', '=', 'active')
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
  ).execute();
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without looking at whose they are: each belongs to a track and a person. */
export async function countComments(db: Db, asked: CommentsAsked): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .where(conditions(asked))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
