// SQL of the audit log as a table.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { type Asked, cutPage, type SortKey } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

export interface AuditAsked extends Asked {
  search?: string | undefined;
  user?: string | undefined;
}

const KEY: SortKey = { by: sql`audit_log.position`, id: sql`audit_log.position` };
const COLUMNS = [
  sql`audit_log.action`,
  sql`audit_log.target_type`,
  sql`audit_log.target_id`,
  sql`audit_log.detail_json`,
  sql`coalesce(accounts.username, audit_log.actor_id)`,
];

function selectRows(db: Db, { search = '', user }: AuditAsked) {
  let select = db.selectFrom('audit_log').leftJoin('accounts', 'accounts.id', 'audit_log.actor_id');
  if (search.trim() !== '') select = select.where(holds(COLUMNS, search));
  if (user !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('audit_log.actor_id', '=', user), eb('audit_log.target_id', '=', user)]),
    );
  }
  return select;
}

export const auditOfTable = (db: Db, asked: AuditAsked) =>
  cutPage(
    selectRows(db, asked)
      .selectAll('audit_log')
      .select(['accounts.username', KEY.by.as('sort_value')]),
    KEY,
    asked,
  ).execute();

export type AuditTable = Awaited<ReturnType<typeof auditOfTable>>;

export async function countAudit(db: Db, asked: AuditAsked): Promise<number> {
  const row = await selectRows(db, asked).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return row.n;
}
