// SQL of the audit log as a table.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { either, NAMED } from '../db/dialect.ts';
import { numberList } from '../db/lists.ts';
import { readPlace } from './cursor.ts';
import { docsWanted } from './docPages.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  fewOf,
  rowsOf,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { holds, isShort, rowsHolding } from './wordQueries.ts';

export interface AuditAsked extends Asked {
  search?: string | undefined;
  user?: string | undefined;
}

const KEY: SortKey = [sql`audit_log.position`];
const COLUMNS = [
  sql`audit_log.action`,
  sql`audit_log.target_type`,
  sql`audit_log.target_id`,
  sql`audit_log.detail_json`,
  sql`coalesce(accounts.username, audit_log.actor_id)`,
];

function selectRows(db: Db, { search = '', user }: AuditAsked, few: readonly number[] | null) {
  let select = db.selectFrom('audit_log').leftJoin('accounts', 'accounts.id', 'audit_log.actor_id');
  if (few !== null) select = select.where(sql<boolean>`audit_log.position in ${numberList(few)}`);
  else if (search.trim() !== '') select = select.where(holds(COLUMNS, search));
  if (user !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('audit_log.actor_id', '=', user), eb('audit_log.target_id', '=', user)]),
    );
  }
  return select;
}

/** Whoever ever did something: a few people, found one after the other. */
const ACTORS = sql`with recursive actors(id) as (
  select min(actor_id) from audit_log
  union all select (select min(actor_id) from audit_log where actor_id > actors.id) from actors where id is not null
)`;

/** Where pieces of the log stand in an index; a text too short for them is looked for in all rows. */
const hasPieces = ({ search = '', user }: AuditAsked): boolean => !isShort(search) && user === undefined;

const PIECES = {
  sqlite: 'audit_fts_inside',
  postgres: {
    table: 'audit_docs',
    number: 'position',
    inside: sql`inside`,
  },
};

/** Positions of the next rows that hold the text, or whose actor is called so, the newest first or last; `most` of them. */
async function positionsHolding(db: Db, asked: AuditAsked, most: number): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  const [after] = cursor === undefined ? [] : readPlace(cursor, KEY.length);
  const next = (column: RawBuilder<unknown>) =>
    sql`${after === undefined ? sql`` : sql`and ${column} ${beyond} ${after}`} order by ${column} ${way} limit ${most}`;
  const actors = await sql<{ id: string }>`${ACTORS} select actors.id from actors
    left join accounts on accounts.id = actors.id
    where actors.id is not null and ${holds([sql`coalesce(accounts.username, actors.id)`], wordsIn(asked))}`.execute(
    db,
  );
  const deedsOf = actors.rows.map(
    ({ id }) =>
      sql`select position from (select position from audit_log where actor_id = ${id} ${next(sql`position`)}) ${NAMED}`,
  );
  const found = sql`select rowid as position from (${rowsHolding(PIECES, wordsIn(asked))} ${next(either({ sqlite: sql`rowid`, postgres: sql`position` }))}) ${NAMED}`;
  const { rows } = await sql<{
    position: number;
  }>`select position from (${sql.join([found, ...deedsOf], sql` union `)}) ${NAMED}
    order by position ${way} limit ${most}`.execute(db);
  return rows.map(({ position }) => position);
}

/** Positions of what a search finds, as far as they are counted; null without words, and for what too short a text finds much of. */
export async function fewAudit(db: Db, asked: AuditAsked): Promise<number[] | null> {
  if (wordsIn(asked) === '') return null;
  // A page is found without them; they are counted with the first one.
  if (hasPieces(asked) && asked.cursor !== undefined) return null;
  if (hasPieces(asked)) return positionsHolding(db, asked, docsWanted(asked));
  const found = await selectRows(db, asked, null)
    .select('audit_log.position as id')
    .limit(FEW_AND_ONE)
    .execute();
  return fewOf(found);
}

export async function auditOfTable(db: Db, asked: AuditAsked, few: readonly number[] | null = null) {
  const isByPieces = wordsIn(asked) !== '' && hasPieces(asked);
  const shown = isByPieces
    ? (few?.slice(0, rowsOf(asked)) ?? (await positionsHolding(db, asked, rowsOf(asked))))
    : few;
  return cutPage(
    selectRows(db, asked, shown).selectAll('audit_log').select('accounts.username').select(sortColumns(KEY)),
    KEY,
    asked,
  ).execute();
}

export type AuditTable = Awaited<ReturnType<typeof auditOfTable>>;

/** Positions are numbers without a gap. */
export async function countAudit(
  db: Db,
  { search = '', user }: AuditAsked,
  few: readonly number[] | null,
): Promise<Total> {
  if (search.trim() !== '') return countOfFew(few);
  if (user !== undefined) return countOfRows(db, sql`${selectRows(db, { user }, null).select('position')}`);
  const last = await db
    .selectFrom('audit_log')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return exactly(last?.position ?? 0);
}
