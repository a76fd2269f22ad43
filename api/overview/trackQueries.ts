// SQL of the table of tracks.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { idList } from '../db/lists.ts';
import { wordsOf } from '../tracks/matching.ts';
import { fewAnywhere, isFoundAnywhere } from '../tracks/searchQueries.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

export interface TracksAsked extends Asked {
  sort?: TrackSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

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

/** Up to so many found tracks are fetched and sorted; more are looked for along the index of the order. */
const FEW = 1000;

/** `few`: the ids of what is found, when it is little. */
type Sought = TracksAsked & { few: string[] | null };

/** Words are looked for in the indexes of the search, at a word's beginning and inside; signs alone in the title. */
async function seek(db: Db, asked: TracksAsked): Promise<Sought> {
  const words = wordsOf(asked.search ?? '');
  return { ...asked, few: words.length === 0 ? null : await fewAnywhere(db, words, FEW) };
}

function matching({ search = '', few }: Sought): RawBuilder<boolean> {
  const words = wordsOf(search);
  if (few !== null) return sql<boolean>`tracks.id in ${idList(few)}`;
  return words.length === 0 ? holds([sql`tracks.title`], search) : isFoundAnywhere(words);
}

function conditions(asked: Sought): RawBuilder<boolean> {
  const { search = '', user } = asked;
  const all = [
    sql`tracks.status = 'active'`,
    ...(search.trim() === '' ? [] : [matching(asked)]),
    ...(user === undefined ? [] : [sql`tracks.account_id = ${user}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** A cross join is read in the order it is written in: what is sorted by comes first. */
function selectRows(db: Db, asked: Sought) {
  const isByName = asked.sort === 'user' && asked.user === undefined && asked.few === null;
  const joined = isByName
    ? db.selectFrom('accounts').crossJoin('tracks')
    : db.selectFrom('tracks').crossJoin('accounts');
  return joined.whereRef('accounts.id', '=', 'tracks.account_id').where(conditions(asked));
}

export async function tracksOfTable(db: Db, asked: TracksAsked) {
  const key = SORTS[asked.sort ?? 'date'];
  return cutPage(
    selectRows(db, await seek(db, asked))
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
  ).execute();
}

export type TrackTable = Awaited<ReturnType<typeof tracksOfTable>>;

export async function countTracks(db: Db, asked: TracksAsked): Promise<number> {
  const row = await db
    .selectFrom('tracks')
    .where(conditions(await seek(db, asked)))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
