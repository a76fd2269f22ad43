// SQL of the table of reports.
import { type RawBuilder, sql } from 'kysely';
import type { ReportSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { either, isPostgres, NAMED } from '../db/dialect.ts';
import { idList, numberList, readNumbers } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { selectReports } from '../reports/queries.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  fewOf,
  idIn,
  type SortKey,
  shownOfFew,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { holds, holdsFolded, isShort, peopleCalled, recordingsTitled, rowsHolding } from './wordQueries.ts';

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

/** What reports say stands in an index of pieces; a text too short for them is looked for in all rows. */
const hasPieces = (asked: ReportsAsked): boolean => !isShort(wordsIn(asked));

const PIECES = {
  sqlite: 'reports_fts_inside',
  postgres: { table: 'report_docs', number: 'doc', inside: sql`inside` },
};
/** Numbers of the reports that hold the text, also in names and in the title of the recording, then and now. */
const docsHolding = (search: string) => rowsHolding(PIECES, search);

/** Ids of the reports with these numbers, a list or a query, the newest first. */
async function newestOf(db: Db, docs: RawBuilder<unknown>, user: string | undefined) {
  const isTheirs =
    user === undefined ? sql`true` : sql`report_id in (select id from reports where ${isAbout(user)})`;
  const { rows } = await sql<{ id: string }>`select report_id as id from report_docs
    where doc in ${docs} and ${isTheirs}
    order by created_at desc, report_id desc limit ${FEW_AND_ONE}`.execute(db);
  return fewOf(rows);
}

/** The newest first. */
async function fewWithPieces(db: Db, search: string, user: string | undefined): Promise<string[] | null> {
  if (user !== undefined) return newestOf(db, sql`(${docsHolding(search)})`, user);
  // Of many none is looked at.
  const found = sql`select rowid as doc from (${docsHolding(search)} limit ${FEW_AND_ONE}) ${NAMED}`;
  const docs = await readNumbers(db, found);
  return docs.length === FEW_AND_ONE ? null : newestOf(db, numberList(docs), user);
}

/** Ids of what a search finds, when it is little; null for much, and without words. */
export async function fewReports(db: Db, asked: ReportsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '') return null;
  if (hasPieces(asked)) return fewWithPieces(db, search, asked.user);
  const [people, recordings] = [await peopleCalled(db, search), await recordingsTitled(db, search)];
  if (people === null || recordings === null) return null;
  const found = await sql<{ id: string }>`select id from reports
    where (${holds(COLUMNS, search)} or reporter_id in ${idList(people)} or reported_id in ${idList(people)}
      or track_id in ${idList(recordings)}) and ${isAbout(asked.user)} limit ${FEW_AND_ONE}`.execute(db);
  return fewOf(found.rows);
}

const selectRows = (db: Db, asked: ReportsAsked) => selectReports(db).where(isAbout(asked.user));

/** Those of many that hold the text. PostgreSQL asks a table of texts, and joins none of the others. */
const selectFound = (db: Db, asked: ReportsAsked) => {
  const search = wordsIn(asked);
  if (isPostgres(db) && hasPieces(asked) && asked.sort !== 'reporter')
    return db
      .selectFrom('reports')
      .where(isAbout(asked.user))
      .where(isFoundAlong(search))
      .select('reports.id');
  const isFound = hasPieces(asked) ? isFoundAlong(search) : isSaid(search);
  return selectRows(db, asked).where(isFound).clearSelect().select('reports.id');
};

const isSaid = (search: string) => holds([...COLUMNS, ...NAMES], search);

/** Row by row, where many hold the text. */
const isFoundAlong = (search: string) =>
  either({
    sqlite: isSaid(search),
    postgres: sql<boolean>`(select ${holdsFolded(sql`inside`, search)} from report_docs where report_id = reports.id)`,
  });

/** The same of a row of `report_docs`. */
const isFound = (search: string) =>
  either({
    sqlite: sql<boolean>`report_docs.doc in (${docsHolding(search)})`,
    postgres: holdsFolded(sql`report_docs.inside`, search),
  });

/** Along the names of who reported, in an index of their own: most people have reported nothing. */
function selectByName(db: Db, asked: ReportsAsked) {
  const search = wordsIn(asked);
  const rows = db
    .selectFrom('report_docs')
    .$if(search !== '', (some) => some.where(isFound(search)))
    .select('report_docs.report_id');
  const key: SortKey = [sql`report_docs.reporter_key`, sql`report_docs.report_id`];
  return selectReports(db).where('reports.id', 'in', cutPage(rows, key, asked));
}

const isByFirst = ({ sort = 'date' }: ReportsAsked) => BY_FIRST.includes(sort);

/** The page is chosen by what it is sorted by: nothing else of the others is read. */
function selectFew(db: Db, asked: ReportsAsked, key: SortKey, few: readonly string[]) {
  const { sort = 'date', user } = asked;
  const isInOrder = hasPieces(asked) && sort === 'date' && user === undefined;
  if (isInOrder)
    return selectReports(db).where(sql<boolean>`reports.id in ${idList(shownOfFew(few, asked, idIn))}`);
  const chosen = db
    .selectFrom('reports')
    .innerJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .where(sql<boolean>`reports.id in ${idList(few)}`)
    .select('reports.id');
  return selectReports(db).where('reports.id', 'in', cutPage(chosen, key, asked, isByFirst(asked)));
}

/** Ids of a page of many: what is planned anew for each text is short. */
async function pageOfMany(db: Db, asked: ReportsAsked, key: SortKey): Promise<string[]> {
  const rows = await cutPage(selectFound(db, asked), key, asked, isByFirst(asked)).execute();
  return rows.map(({ id }) => id);
}

export async function reportsOfTable(db: Db, asked: ReportsAsked, few: readonly string[] | null = null) {
  const key: SortKey = [SORTS[asked.sort ?? 'date'], sql`reports.id`];
  const isByName =
    asked.sort === 'reporter' && asked.user === undefined && (wordsIn(asked) === '' || hasPieces(asked));
  const many = async () => {
    if (isByName) return selectByName(db, asked);
    if (wordsIn(asked) === '') return selectRows(db, asked);
    const ids = await pageOfMany(db, asked, key);
    return selectReports(db).where(sql<boolean>`reports.id in ${idList(ids)}`);
  };
  const select = few === null ? await many() : selectFew(db, asked, key, few);
  return cutPage(select.select(sortColumns(key)), key, asked, isByFirst(asked)).execute();
}

export async function countReports(
  db: Db,
  asked: ReportsAsked,
  few: readonly string[] | null,
): Promise<Total> {
  if (few !== null) return countOfFew(few);
  if (wordsIn(asked) === '' && asked.user === undefined) return exactly((await readTotals(db))('reports'));
  if (wordsIn(asked) !== '' && hasPieces(asked)) return countOfFew(null);
  return countOfRows(
    db,
    sql`${wordsIn(asked) === '' ? selectRows(db, asked).clearSelect().select('reports.id') : selectFound(db, asked)}`,
  );
}
