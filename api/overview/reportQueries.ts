// SQL of the table of reports.
import { type RawBuilder, sql } from 'kysely';
import type { ReportSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { selectReports } from '../reports/queries.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

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

const COLUMNS = [
  sql`reports.words`,
  sql`reports.reason`,
  sql`accounts.username`,
  sql`coalesce(reported.username, '')`,
  sql`coalesce(tracks.title, reports.track_title)`,
];

function selectRows(db: Db, { search = '', user, sort }: ReportsAsked) {
  // A cross join is read in the order it is written in: what is sorted by comes first, unless the reports are few.
  let select = selectReports(db, sort === 'reporter' && user === undefined ? 'reporters' : 'reports');
  if (search.trim() !== '') select = select.where(holds(COLUMNS, search));
  if (user !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('reports.reporter_id', '=', user), eb('reports.reported_id', '=', user)]),
    );
  }
  return select;
}

export function reportsOfTable(db: Db, asked: ReportsAsked) {
  const key: SortKey = [SORTS[asked.sort ?? 'date'], sql`reports.id`];
  return cutPage(selectRows(db, asked).select(sortColumns(key)), key, asked).execute();
}

export async function countReports(db: Db, asked: ReportsAsked): Promise<number> {
  const row = await db
    .selectFrom(selectRows(db, asked).as('asked'))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
