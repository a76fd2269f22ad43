// What everybody who is heard can take back; receipts without the plain hash of a file; and the tables of moderators in
// every order and for every word without reading a whole table.
// Comments are looked for by three-letter pieces (https://www.sqlite.org/fts5.html#the_trigram_tokenizer): the texts
// themselves stay in `comments`, and `comment_docs` gives each a number that copying a database does not change. Triggers
// keep both, also where a row goes with the account or the recording it belongs to.
import { type Kysely, sql } from 'kysely';

const put = (row: string, text: string) => `insert into comments_fts_inside(rowid, content)
    select doc, ${text} from comment_docs where comment_id = ${row}.id;`;
const take = (row: string) => `insert into comments_fts_inside(comments_fts_inside, rowid, content)
    select 'delete', doc, ${row}.content from comment_docs where comment_id = ${row}.id;`;

const statements = [
  `alter table consents add column withdrawn_at integer`,
  `create index tracks_upload on tracks(upload_id) where upload_id is not null`,

  // A plain hash tells who else has that file: receipts make it from the stored bytes.
  `alter table uploads drop column sha256`,

  `create index table_accounts_email on accounts(coalesce(email, ''), id)`,
  `create index table_accounts_verified on accounts(is_verified, id)`,
  `create index table_accounts_role on accounts(role, id)`,
  `create index table_reports_type on reports(type, id)`,
  `create index table_reports_words on reports(words collate nocase, id)`,
  `create index table_reports_reason on reports(reason collate nocase, id)`,
  `create index table_reports_status on reports(status, id)`,

  `create table comment_docs (
    doc integer primary key, comment_id text not null unique
  ) strict`,
  `insert into comment_docs(comment_id) select id from comments order by created_at`,
  `create view comment_texts as
    select doc, content from comment_docs join comments on comments.id = comment_docs.comment_id`,
  `create virtual table comments_fts_inside using fts5(
    content, content = 'comment_texts', content_rowid = 'doc', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into comments_fts_inside(comments_fts_inside, rank) values ('secure-delete', 1)`,
  `insert into comments_fts_inside(rowid, content) select doc, content from comment_texts`,
  `create trigger comment_docs_added after insert on comments begin
    insert into comment_docs(comment_id) values (new.id);
    ${put('new', 'new.content')}
  end`,
  `create trigger comment_docs_changed after update of content on comments begin
    ${take('old')}
    ${put('new', 'new.content')}
  end`,
  `create trigger comment_docs_gone after delete on comments begin
    ${take('old')}
    delete from comment_docs where comment_id = old.id;
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
