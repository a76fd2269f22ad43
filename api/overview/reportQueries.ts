// SQL of the table of reports.
import { type RawBuilder, sql } from 'kysely';
import type { ReportSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { idList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { selectReports } from '../reports/queries.ts';
import {
  type Asked,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  fewOf,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { holds, peopleCalled, recordingsTitled } from './wordQueries.ts';

export interface ReportsAsked extends Asked {
  sort?: ReportSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

const SORTS: Record<ReportSort, RawBuilder<unknown>> = {
  date: sql`reports.created_at`,
  type: sql`reports.type`,
  content: withoutCase(sql`reports.words`),
  reporter: sql`accounts.username_key`,
  reason: withoutCase(sql`reports.reason`),
  status: sql`reports.status`,
};

/** Sorted without case, or by what stands in another table. */
const BY_FIRST: readonly ReportSort[] = ['content', 'reason', 'reporter'];

/** In what was reported and said; a recording is found by its title then and now. */
const COLUMNS = [sql`reports.words`, sql`reports.reason`, sql`reports.track_title`];
const NAMES = [sql`accounts.username`, sql`coalesce(reported.username, '')`, sql`coalesce(tracks.title, '')`];

const isAbout = (user: string | undefined): RawBuilder<boolean> =>
  user === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(reports.reporter_id = ${user} or reports.reported_id = ${user})`;

/** Ids of what a search finds, when it is little; null for much, and without words. */
export async function fewReports(db: Db, asked: ReportsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '') return null;
  const [people, recordings] = [await peopleCalled(db, search), await recordingsTitled(db, search)];
  if (people === null || recordings === null) return null;
  const found = await sql<{ id: string }>`select id from reports
    where (${holds(COLUMNS, search)} or reporter_id in ${idList(people)} or reported_id in ${idList(people)}
      or track_id in ${idList(recordings)}) and ${isAbout(asked.user)} limit ${FEW_AND_ONE}`.execute(db);
  return fewOf(found.rows);
}

function selectRows(db: Db, asked: ReportsAsked, few: readonly string[] | null) {
  // A cross join is read in the order it is written in: what is sorted by comes first, unless the reports are few.
  const isByName = asked.sort === 'reporter' && asked.user === undefined && few === null;
  const select = selectReports(db, isByName ? 'reporters' : 'reports').where(isAbout(asked.user));
  if (few !== null) return select.where(sql<boolean>`reports.id in ${idList(few)}`);
  const search = wordsIn(asked);
  return search === '' ? select : select.where(holds([...COLUMNS, ...NAMES], search));
}

export function reportsOfTable(db: Db, asked: ReportsAsked, few: readonly string[] | null = null) {
  const key: SortKey = [SORTS[asked.sort ?? 'date'], sql`reports.id`];
  const select = selectRows(db, asked, few).select(sortColumns(key));
  return cutPage(select, key, asked, BY_FIRST.includes(asked.sort ?? 'date')).execute();
}

export async function countReports(
  db: Db,
  asked: ReportsAsked,
  few: readonly string[] | null,
): Promise<Total> {
  if (few !== null) return exactly(few.length);
  if (wordsIn(asked) === '' && asked.user === undefined) return exactly((await readTotals(db))('reports'));
  return countOfRows(
    db,
    sql`${selectRows(db, { ...asked, sort: 'date' }, few)
      .clearSelect()
      .select('reports.id')}`,
  );
}
