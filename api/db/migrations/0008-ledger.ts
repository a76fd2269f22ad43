// What a restore must not undo, in the order it happened: the erased ids of before, and from now on decisions too.
// And the audit log takes only the next position: REPLACE and upserts find no row they may stand in for.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table ledger (
    position integer primary key autoincrement, kind text not null, id text not null,
    detail_json text not null default '{}', created_at integer not null
  ) strict`,
  `create index ledger_id on ledger(id)`,
  `insert into ledger(kind, id, created_at) select kind, id, created_at from tombstones order by created_at, id`,
  `drop table tombstones`,
  `create trigger audit_log_in_order before insert on audit_log
    when new.position is not (select coalesce(max(position), 0) + 1 from audit_log)
    begin select raise(abort, 'the audit log is append-only'); end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
