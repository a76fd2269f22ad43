// SQL of the table of tracks.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { wordsOf } from '../tracks/matching.ts';
import { found } from '../tracks/searchQueries.ts';
import { type Asked, cutPage, type SortKey } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

export interface TracksAsked extends Asked {
  sort?: TrackSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

const SORTS: Record<TrackSort, RawBuilder<unknown>> = {
  date: sql`tracks.created_at`,
  title: sql`tracks.title collate nocase`,
  user: sql`accounts.username_key`,
  length: sql`tracks.duration`,
  size: sql`tracks.size`,
  likes: sql`tracks.likes`,
  comments: sql`tracks.comments_count`,
};

/** Words are looked for in the indexes of the search, at a word's beginning and inside; signs alone in the title. */
function matching(search: string): RawBuilder<boolean> {
  const words = wordsOf(search);
  if (words.length === 0) return holds([sql`tracks.title`], search);
  return sql<boolean>`(tracks.id in ${found(words, 'beginning')} or tracks.id in ${found(words, 'inside')})`;
}

function selectRows(db: Db, { search = '', user }: TracksAsked) {
  let select = db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .where('tracks.status', '<>', 'removed')
    .where('accounts.deleted_at', 'is', null);
  if (search.trim() !== '') select = select.where(matching(search));
  if (user !== undefined) select = select.where('tracks.account_id', '=', user);
  return select;
}

export function tracksOfTable(db: Db, asked: TracksAsked) {
  const key: SortKey = { by: SORTS[asked.sort ?? 'date'], id: sql`tracks.id` };
  return cutPage(
    selectRows(db, asked)
      .select([
        'tracks.id',
        'tracks.title',
        'tracks.account_id',
        'tracks.duration',
        'tracks.size',
        'tracks.likes',
        'tracks.comments_count',
        'tracks.plays',
        'tracks.gender',
        'tracks.tags_json',
        'tracks.status',
        'tracks.created_at',
        'tracks.file',
        'tracks.face',
        'accounts.username',
      ])
      .select(key.by.as('sort_value')),
    key,
    asked,
  ).execute();
}

export type TrackTable = Awaited<ReturnType<typeof tracksOfTable>>;

export async function countTracks(db: Db, asked: TracksAsked): Promise<number> {
  const row = await selectRows(db, asked).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return row.n;
}
