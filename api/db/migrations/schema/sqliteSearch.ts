// What SQLite searches by: FTS5 tables. `tracks_fts` holds words, the others trigrams. A table of numbers (`…_docs`, `search_rows`)
// gives each row a number in them that a copy of the database does not change. `api/search` writes those of recordings.
import type { Trigger } from './triggers.ts';

/** Makes the index overwrite deleted text. */
const eraseIn = (table: string) => `insert into ${table}(${table}, rank) values ('secure-delete', 1)`;

export const searchTables = [
  `create table search_rows (doc integer primary key, track_id text not null unique) strict`,
  `create virtual table tracks_fts using fts5(
    track_id unindexed, title, description, tags, username,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5'
  )`,
  eraseIn('tracks_fts'),
  `create virtual table tracks_fts_inside using fts5(
    title, tags, username, content = 'tracks_fts', content_rowid = 'rowid', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  eraseIn('tracks_fts_inside'),

  `create table account_docs (doc integer primary key, account_id text not null unique) strict`,
  `create view account_texts as select doc, username, coalesce(email, '') as email
    from account_docs join accounts on accounts.id = account_docs.account_id`,
  `create virtual table accounts_fts_inside using fts5(
    username, email, content = 'account_texts', content_rowid = 'doc', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  eraseIn('accounts_fts_inside'),

  `create table comment_docs (doc integer primary key, comment_id text not null unique) strict`,
  `create view comment_texts as
    select doc, content, username, title from comment_docs join comments on comments.id = comment_id
      join accounts on accounts.id = comments.account_id join tracks on tracks.id = comments.track_id`,
  `create virtual table comments_fts_inside using fts5(
    content, username, title, columnsize = 0, tokenize = 'trigram remove_diacritics 1'
  )`,
  eraseIn('comments_fts_inside'),

  `create table report_docs (
    doc integer primary key, report_id text not null unique, created_at integer not null
  ) strict`,
  `create view report_texts as
    select doc, words, reason, track_title, coalesce(tracks.title, '') as heard_title,
      coalesce(others.username, '') as reported
    from report_docs join reports on reports.id = report_id
      left join accounts as others on others.id = reported_id left join tracks on tracks.id = reports.track_id`,
  `create virtual table reports_fts_inside using fts5(
    words, reason, track_title, heard_title, reported, columnsize = 0, tokenize = 'trigram'
  )`,
  eraseIn('reports_fts_inside'),

  `create virtual table audit_fts_inside using fts5(
    action, target_type, target_id, detail_json, content = 'audit_log', content_rowid = 'position', columnsize = 0,
    tokenize = 'trigram'
  )`,
];

const addAccount = (row: string) => `insert into accounts_fts_inside(rowid, username, email)
    select doc, ${row}.username, coalesce(${row}.email, '') from account_docs where account_id = ${row}.id;`;
/** FTS5 finds the trigrams of a row by its former text. */
const removeAccount = `insert into accounts_fts_inside(accounts_fts_inside, rowid, username, email)
    select 'delete', doc, old.username, coalesce(old.email, '') from account_docs where account_id = old.id;`;

const COMMENT = 'content, username, title';
const REPORT = 'words, reason, track_title, heard_title, reported';
const readAgain = (table: string, texts: string, view: string) => (docs: string) =>
  `update ${table} set (${texts}) = (select ${texts} from ${view} where doc = ${table}.rowid) where rowid in (${docs});`;
const readComments = readAgain('comments_fts_inside', COMMENT, 'comment_texts');
const readReports = readAgain('reports_fts_inside', REPORT, 'report_texts');

const commentsOf = (condition: string) =>
  `select doc from comments join comment_docs on comment_id = comments.id where ${condition}`;
const reportsOf = (condition: string) =>
  `select doc from reports join report_docs on report_id = reports.id where ${condition}`;
const commentDoc = (row: string) => `select doc from comment_docs where comment_id = ${row}.id`;
const reportDoc = (row: string) => `select doc from report_docs where report_id = ${row}.id`;

export const searchTriggers: Trigger[] = [
  {
    name: 'account_docs_added',
    event: 'after insert on accounts',
    body: `insert into account_docs(account_id) values (new.id); ${addAccount('new')}`,
  },
  {
    name: 'account_docs_changed',
    event: 'after update of username, email on accounts',
    when: 'old.username is not new.username or old.email is not new.email',
    body: `${removeAccount} ${addAccount('new')}`,
  },
  {
    name: 'account_docs_gone',
    event: 'after delete on accounts',
    body: `${removeAccount} delete from account_docs where account_id = old.id;`,
  },

  {
    name: 'comment_docs_added',
    event: 'after insert on comments',
    body: `insert into comment_docs(comment_id) values (new.id);
    insert into comments_fts_inside(rowid, ${COMMENT})
      select doc, ${COMMENT} from comment_texts where doc = (${commentDoc('new')});`,
  },
  {
    name: 'comment_docs_changed',
    event: 'after update of content, account_id, track_id on comments',
    body: readComments(commentDoc('new')),
  },
  {
    name: 'comment_docs_gone',
    event: 'after delete on comments',
    body: `delete from comments_fts_inside where rowid = (${commentDoc('old')});
    delete from comment_docs where comment_id = old.id;`,
  },
  {
    name: 'comment_docs_renamed',
    event: 'after update of username on accounts',
    when: 'old.username is not new.username',
    body: readComments(commentsOf('account_id = new.id')),
  },
  {
    name: 'comment_docs_titled',
    event: 'after update of title on tracks',
    when: 'old.title is not new.title',
    body: readComments(commentsOf('track_id = new.id')),
  },

  {
    name: 'report_docs_added',
    event: 'after insert on reports',
    body: `insert into report_docs(report_id, created_at) values (new.id, new.created_at);
    insert into reports_fts_inside(rowid, ${REPORT})
      select doc, ${REPORT} from report_texts where doc = (${reportDoc('new')});`,
  },
  {
    name: 'report_docs_changed',
    event: 'after update of words, reason, track_title, track_id, reported_id, created_at on reports',
    body: `update report_docs set created_at = new.created_at where report_id = new.id;
    ${readReports(reportDoc('new'))}`,
  },
  {
    name: 'report_docs_gone',
    event: 'after delete on reports',
    body: `delete from reports_fts_inside where rowid = (${reportDoc('old')});
    delete from report_docs where report_id = old.id;`,
  },
  {
    name: 'report_docs_renamed',
    event: 'after update of username on accounts',
    when: 'old.username is not new.username',
    body: readReports(reportsOf('reported_id = new.id')),
  },
  {
    name: 'report_docs_titled',
    event: 'after update of title on tracks',
    when: 'old.title is not new.title',
    body: readReports(reportsOf('track_id = new.id')),
  },
  {
    name: 'report_docs_untitled',
    event: 'after delete on tracks',
    body: readReports(reportsOf('track_id = old.id')),
  },

  {
    name: 'audit_log_searched',
    event: 'after insert on audit_log',
    body: `insert into audit_fts_inside(rowid, action, target_type, target_id, detail_json)
      values (new.position, new.action, new.target_type, new.target_id, new.detail_json);`,
  },
];
