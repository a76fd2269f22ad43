// SQL of the table of tracks.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { idList, numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { wordsOf } from '../tracks/matching.ts';
import { docsAnywhere, fewAnywhere, isFoundAnywhere, knowsDates } from '../tracks/searchQueries.ts';
import { wantedOf } from '../tracks/vocabularyQueries.ts';
import { isPlaceOf, readPlace } from './cursor.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  idIn,
  rowsOf,
  type SortKey,
  shownOfFew,
  sortColumns,
  type Total,
} from './pageQueries.ts';
import { holds, recordingsTitled } from './wordQueries.ts';

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

/** The number in the index of words: they are given in the order in which recordings come. */
const BY_DOC: SortKey = [sql`search_rows.doc`];

/** `few`: the ids of what is found, when it is little; else the words find it. */
type Sought = TracksAsked & { few: readonly string[] | null };

const wantedIn = (db: Db, { search = '' }: TracksAsked) => wantedOf(db, wordsOf(search), 'anywhere');

/**
 * Ids of the tracks that a search finds, when they are few; null for many, and without words. Words are looked for in the
 * indexes of the search, at a word's beginning and inside; signs alone in the title.
 */
export async function fewTracks(db: Db, asked: TracksAsked): Promise<string[] | null> {
  const { search = '' } = asked;
  // They are counted with the first page.
  if (endsByDoc(asked.cursor)) return null;
  if (wordsOf(search).length > 0) return fewAnywhere(db, await wantedIn(db, asked), FEW_AND_ONE - 1);
  return search.trim() === '' ? null : recordingsTitled(db, search);
}

/** Of few by date those that the page shows: `few` come the newest first. */
function shownOf(db: Db, asked: TracksAsked, few: readonly string[]): readonly string[] {
  const { search = '', sort = 'date', user } = asked;
  if (!knowsDates(db) || wordsOf(search).length === 0 || sort !== 'date' || user !== undefined) return few;
  return shownOfFew(few, asked, idIn);
}

async function matching(db: Db, asked: Sought): Promise<RawBuilder<boolean>> {
  const { search = '', few } = asked;
  if (few !== null) return sql<boolean>`tracks.id in ${idList(few)}`;
  const wanted = await wantedIn(db, asked);
  return wanted.words.length === 0 ? holds([sql`tracks.title`], search) : isFoundAnywhere(db, wanted);
}

async function conditions(db: Db, asked: Sought): Promise<RawBuilder<boolean>> {
  const { search = '', user } = asked;
  const all = [
    sql`tracks.status = 'active'`,
    ...(search.trim() === '' ? [] : [await matching(db, asked)]),
    ...(user === undefined ? [] : [sql`tracks.account_id = ${user}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** A cross join is read in the order it is written in: what is sorted by comes first. */
function selectRows(db: Db, asked: Sought, condition: RawBuilder<boolean>) {
  const isByName = asked.sort === 'user' && asked.user === undefined && asked.few === null;
  const joined = isByName
    ? db.selectFrom('accounts').crossJoin('tracks')
    : db.selectFrom('tracks').crossJoin('accounts');
  return joined.whereRef('accounts.id', '=', 'tracks.account_id').where(condition);
}

const endsByDoc = (cursor: string | undefined): boolean =>
  cursor !== undefined && isPlaceOf(cursor, BY_DOC.length);

/** Whether much is found by words and shown by date: it comes by itself in that order. */
const isByDoc = (
  { search = '', sort = 'date', user, cursor }: TracksAsked,
  few: readonly string[] | null,
) => {
  if (few !== null || user !== undefined || sort !== 'date' || wordsOf(search).length === 0) return false;
  return cursor === undefined || endsByDoc(cursor);
};

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

/** Numbers in the index of the page and of one row more. */
async function docsOf(db: Db, asked: TracksAsked): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const after = cursor === undefined ? null : Number(readPlace(cursor, BY_DOC.length)[0]);
  return docsAnywhere(db, await wantedIn(db, asked), { direction, after, most: rowsOf(asked) });
}

export async function tracksOfTable(db: Db, asked: TracksAsked, few: readonly string[] | null = null) {
  const byDoc = isByDoc(asked, few);
  const key = byDoc ? BY_DOC : SORTS[asked.sort ?? 'date'];
  const shown = few && shownOf(db, asked, few);
  const sought = { ...asked, few: shown };
  const select = byDoc
    ? selectByDoc(db, await docsOf(db, asked))
    : selectRows(db, sought, await conditions(db, sought));
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
    asked.sort === 'user' || asked.sort === 'title',
  ).execute();
}

export type TrackTable = Awaited<ReturnType<typeof tracksOfTable>>;

export async function countTracks(db: Db, asked: TracksAsked, few: readonly string[] | null): Promise<Total> {
  const { search = '', user } = asked;
  if (search.trim() === '' && user === undefined) return exactly((await readTotals(db))('active tracks'));
  if (user === undefined && wordsOf(search).length > 0) return countOfFew(few);
  return countOfRows(db, sql`(select 1 as one from tracks where ${await conditions(db, { ...asked, few })})`);
}
