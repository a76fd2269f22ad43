// What a search finds is known before a row of it is read. The row of the search for recordings knows when its recording came.
// The audit log, and what reports say of which recording and whom, stand under three-letter pieces, case folded as LIKE does it.
// SQLite alone has these; PostgreSQL's tables of that size are read in one go. On both: names with their accounts in an
// index, for tables that are sorted by names of people who mostly have nothing in them, and whose
// deeds the log tells.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const dates = [
  `alter table search_rows add column created_at integer not null default 0`,
  `update search_rows set created_at = coalesce((select created_at from tracks where id = track_id), 0)`,
  `create trigger search_rows_dated after update of created_at on tracks begin
    update search_rows set created_at = new.created_at where track_id = new.id;
  end`,
];

const audit = [
  `create virtual table audit_fts_inside using fts5(
    action, target_type, target_id, detail_json, content = 'audit_log', content_rowid = 'position', columnsize = 0,
    tokenize = 'trigram'
  )`,
  `insert into audit_fts_inside(audit_fts_inside) values ('rebuild')`,
  `create trigger audit_log_searched after insert on audit_log begin
    insert into audit_fts_inside(rowid, action, target_type, target_id, detail_json)
      values (new.position, new.action, new.target_type, new.target_id, new.detail_json);
  end`,
];

const TEXTS = 'words, reason, track_title, heard_title, reporter, reported';
/** The texts of some rows as they are now. */
const renew = (docs: string) => `update reports_fts_inside set (${TEXTS}) =
    (select ${TEXTS} from report_texts where doc = reports_fts_inside.rowid) where rowid in (${docs});`;
const docsWhere = (condition: string) =>
  `select doc from reports join report_docs on report_id = reports.id where ${condition}`;

const reports = [
  `create table report_docs (
    doc integer primary key, report_id text not null unique, created_at integer not null
  ) strict`,
  `insert into report_docs(report_id, created_at) select id, created_at from reports order by created_at, id`,
  `create view report_texts as
    select doc, words, reason, track_title, coalesce(tracks.title, '') as heard_title,
      accounts.username as reporter, coalesce(others.username, '') as reported
    from report_docs join reports on reports.id = report_id join accounts on accounts.id = reporter_id
      left join accounts as others on others.id = reported_id left join tracks on tracks.id = reports.track_id`,
  `create virtual table reports_fts_inside using fts5(${TEXTS}, columnsize = 0, tokenize = 'trigram')`,
  `insert into reports_fts_inside(reports_fts_inside, rank) values ('secure-delete', 1)`,
  `insert into reports_fts_inside(rowid, ${TEXTS}) select doc, ${TEXTS} from report_texts`,
  `create trigger report_docs_added after insert on reports begin
    insert into report_docs(report_id, created_at) values (new.id, new.created_at);
    insert into reports_fts_inside(rowid, ${TEXTS})
      select doc, ${TEXTS} from report_texts where doc = (select doc from report_docs where report_id = new.id);
  end`,
  `create trigger report_docs_changed
    after update of words, reason, track_title, track_id, reporter_id, reported_id, created_at on reports begin
    update report_docs set created_at = new.created_at where report_id = new.id;
    ${renew('select doc from report_docs where report_id = new.id')}
  end`,
  `create trigger report_docs_gone after delete on reports begin
    delete from reports_fts_inside where rowid = (select doc from report_docs where report_id = old.id);
    delete from report_docs where report_id = old.id;
  end`,
  `create trigger report_docs_renamed after update of username on accounts when old.username is not new.username begin
    ${renew(`${docsWhere('reporter_id = new.id')} union ${docsWhere('reported_id = new.id')}`)}
  end`,
  `create trigger report_docs_titled after update of title on tracks when old.title is not new.title begin
    ${renew(docsWhere('track_id = new.id'))}
  end`,
  `create trigger report_docs_untitled after delete on tracks begin
    ${renew(docsWhere('track_id = old.id'))}
  end`,
];

/** The same on both. */
const indexes = [
  `create index table_accounts_name on accounts(username_key, id)`,
  `create index audit_log_actor on audit_log(actor_id, position)`,
  `create index audit_log_target on audit_log(target_id, position)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...(isPostgres(db) ? [] : [...dates, ...audit, ...reports]), ...indexes])
    await sql.raw(statement).execute(db);
}
