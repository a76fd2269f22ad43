// SQL of the table of reports.
import { type RawBuilder, sql } from 'kysely';
import type { ReportSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { selectReports } from '../reports/queries.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds, isCalled, isTitled } from './wordQueries.ts';

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

/** In what was reported and said; a recording is found by its title then and now. */
const COLUMNS = [sql`reports.words`, sql`reports.reason`, sql`reports.track_title`];

const matching = (search: string): RawBuilder<boolean> =>
  sql<boolean>`(${holds(COLUMNS, search)} or ${isCalled(sql`reports.reporter_id`, search)}
    or ${isCalled(sql`reports.reported_id`, search)} or ${isTitled(sql`reports.track_id`, search)})`;

/** Whether a row of `reports` fits the search. */
function conditions({ search = '', user }: ReportsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(search.trim() === '' ? [] : [matching(search)]),
    ...(user === undefined ? [] : [sql`(reports.reporter_id = ${user} or reports.reported_id = ${user})`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

function selectRows(db: Db, asked: ReportsAsked) {
  // A cross join is read in the order it is written in: what is sorted by comes first, unless the reports are few.
  const isByName = asked.sort === 'reporter' && asked.user === undefined;
  return selectReports(db, isByName ? 'reporters' : 'reports').where(conditions(asked));
}

export function reportsOfTable(db: Db, asked: ReportsAsked) {
  const key: SortKey = [SORTS[asked.sort ?? 'date'], sql`reports.id`];
  return cutPage(selectRows(db, asked).select(sortColumns(key)), key, asked).execute();
}

/** Without looking at whose they are: each has a reporter. */
export async function countReports(db: Db, asked: ReportsAsked): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .where(conditions(asked))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
