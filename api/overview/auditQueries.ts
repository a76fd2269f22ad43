// SQL of the audit log as a table.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { numberList } from '../db/lists.ts';
import {
  type Asked,
  countOfFew,
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
import { holds } from './wordQueries.ts';

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

/** Positions of what a search finds, when it is little; null for much, and without words. */
export async function fewAudit(db: Db, asked: AuditAsked): Promise<number[] | null> {
  if (wordsIn(asked) === '') return null;
  const found = await selectRows(db, asked, null)
    .select('audit_log.position as id')
    .limit(FEW_AND_ONE)
    .execute();
  return fewOf(found);
}

export const auditOfTable = (db: Db, asked: AuditAsked, few: readonly number[] | null = null) =>
  cutPage(
    selectRows(db, asked, few).selectAll('audit_log').select('accounts.username').select(sortColumns(KEY)),
    KEY,
    asked,
  ).execute();

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
