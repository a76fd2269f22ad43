// SQL of the table of tracks.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { wordsOf } from '../tracks/matching.ts';
import {
  countOfFew,
  countOfFound,
  countOfRows,
  cutPage,
  exactly,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { BY_DOC, type FoundTracks, type TracksAsked } from './trackWordQueries.ts';

const ID = sql`tracks.id`;

/** Each in the order of an index, but for people: their tracks are found through their names. */
const SORTS: Record<TrackSort, SortKey> = {
  date: [sql`tracks.created_at`, ID],
  title: [withoutCase(sql`tracks.title`), ID],
  user: [sql`accounts.username_key`, ID],
  length: [sql`tracks.duration`, ID],
  size: [sql`tracks.size`, ID],
  likes: [sql`tracks.likes`, sql`tracks.plays`, ID],
  comments: [sql`tracks.comments_count`, sql`tracks.duration`, ID],
};

function conditions({ user }: TracksAsked, found: FoundTracks): RawBuilder<boolean> {
  const all = [
    sql`tracks.status = 'active'`,
    ...('few' in found ? [sql`tracks.id in ${found.few}`] : []),
    ...('isFound' in found ? [found.isFound] : []),
    ...(user === undefined ? [] : [sql`tracks.account_id = ${user}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

const isByFirst = ({ sort }: TracksAsked) => sort === 'user' || sort === 'title';

/** A cross join is read in the order it is written in: what is sorted by comes first. */
function selectRows(db: Db, asked: TracksAsked, key: SortKey, found: FoundTracks) {
  const { sort, user } = asked;
  const condition = conditions(asked, found);
  const isByName = sort === 'user' && user === undefined && !('few' in found);
  const joined = isByName
    ? db.selectFrom('accounts').crossJoin('tracks')
    : db.selectFrom('tracks').crossJoin('accounts');
  const rows = joined.whereRef('accounts.id', '=', 'tracks.account_id');
  if (sort === 'user' || wordsIn(asked) === '') return rows.where(condition);
  // Of what a search looks at nothing is read but what it is sorted by, mostly out of an index alone, until the page is known.
  const walked = db.selectFrom('tracks').where(condition).select('tracks.id');
  return rows.where('tracks.id', 'in', cutPage(walked, key, asked, isByFirst(asked)));
}

/** Every row of the index is a recording that is heard: a page of it is a page of recordings. */
const selectByDoc = (db: Db, docs: readonly number[]) =>
  db
    .selectFrom('search_rows')
    .crossJoin('tracks')
    .crossJoin('accounts')
    .where(sql<boolean>`search_rows.doc in ${numberList(docs)}`)
    .whereRef('tracks.id', '=', 'search_rows.track_id')
    .whereRef('accounts.id', '=', 'tracks.account_id')
    .where('tracks.status', '=', sql.lit('active'));

export async function tracksOfTable(db: Db, asked: TracksAsked, found: FoundTracks = { isFound: sql`true` }) {
  const isByDoc = 'docs' in found;
  const key = isByDoc ? BY_DOC : SORTS[asked.sort ?? 'date'];
  const select = isByDoc ? selectByDoc(db, found.docs) : selectRows(db, asked, key, found);
  return cutPage(
    select
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
      .select(sortColumns(key)),
    key,
    asked,
    isByFirst(asked),
  ).execute();
}

export type TrackTable = Awaited<ReturnType<typeof tracksOfTable>>;

export async function countTracks(db: Db, asked: TracksAsked, found: FoundTracks): Promise<Total> {
  const isOfAll = asked.user === undefined;
  if (wordsIn(asked) === '' && isOfAll) return exactly((await readTotals(db))('active tracks'));
  if (isOfAll && 'few' in found) return countOfFound(found.n);
  if (isOfAll && wordsOf(wordsIn(asked)).length > 0) return countOfFew(null);
  return countOfRows(db, sql`(select 1 as one from tracks where ${conditions(asked, found)})`);
}
