// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { type Asked, cutPage, type SortKey } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

export interface CommentsAsked extends Asked {
  sort?: CommentSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
  track?: string | undefined;
}

const SORTS: Record<CommentSort, RawBuilder<unknown>> = {
  date: sql`comments.created_at`,
  content: sql`comments.content collate nocase`,
  user: sql`accounts.username_key`,
  track: sql`tracks.title collate nocase`,
  likes: sql`comments.likes`,
};

function selectRows(db: Db, { search = '', user, track }: CommentsAsked) {
  let select = db
    .selectFrom('comments')
    .innerJoin('accounts', 'accounts.id', 'comments.account_id')
    .innerJoin('tracks', 'tracks.id', 'comments.track_id')
    .where('tracks.status', '<>', 'removed')
    .where('accounts.deleted_at', 'is', null);
  const columns = [sql`comments.content`, sql`accounts.username`, sql`tracks.title`];
  if (search.trim() !== '') select = select.where(holds(columns, search));
  if (user !== undefined) select = select.where('comments.account_id', '=', user);
  if (track !== undefined) select = select.where('comments.track_id', '=', track);
  return select;
}

export function commentsOfTable(db: Db, asked: CommentsAsked) {
  const key: SortKey = { by: SORTS[asked.sort ?? 'date'], id: sql`comments.id` };
  return cutPage(
    selectRows(db, asked)
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
      .select(key.by.as('sort_value')),
    key,
    asked,
  ).execute();
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

export async function countComments(db: Db, asked: CommentsAsked): Promise<number> {
  const row = await selectRows(db, asked).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return row.n;
}
