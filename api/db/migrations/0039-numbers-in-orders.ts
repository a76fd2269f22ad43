// What moderators sort by knows the number that each row has in the index of words: a search that finds tens of thousands of rows
// walks along the index of the order and looks up numbers alone, where it read every row that has the word, or every row of the
// order. Reports stand by the name of who reported, where most people have reported nothing.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { trigger } from './postgres/triggers.ts';

interface Step {
  name: string;
  event: string;
  when?: string;
  body: string;
}

const keyOf = (reporter: string) => `(select username_key from accounts where id = ${reporter})`;

const steps = (differ: string): Step[] => [
  {
    name: 'tracks_numbered',
    event: 'after insert on search_rows',
    body: 'update tracks set index_number = new.doc where id = new.track_id;',
  },
  {
    name: 'tracks_unnumbered',
    event: 'after delete on search_rows',
    body: 'update tracks set index_number = null where id = old.track_id;',
  },
  {
    name: 'comments_numbered',
    event: 'after insert on comment_docs',
    body: 'update comments set index_number = new.doc where id = new.comment_id;',
  },
  {
    name: 'report_docs_signed',
    event: 'after insert on report_docs',
    body: `update report_docs set reporter_key = ${keyOf('(select reporter_id from reports where id = new.report_id)')}
      where doc = new.doc;`,
  },
  {
    name: 'report_docs_resigned',
    event: 'after update of reporter_id on reports',
    when: `old.reporter_id ${differ} new.reporter_id`,
    body: `update report_docs set reporter_key = ${keyOf('new.reporter_id')} where report_id = new.id;`,
  },
  {
    name: 'report_docs_rekeyed',
    event: 'after update of username_key on accounts',
    when: `old.username_key ${differ} new.username_key`,
    body: `update report_docs set reporter_key = new.username_key
      where report_id in (select id from reports where reporter_id = new.id);`,
  },
];

const onSqlite = ({ name, event, when = 'true', body }: Step) => [
  `create trigger ${name} ${event} when ${when} begin ${body} end`,
];
const onPostgres = ({ name, event, when, body }: Step) => trigger(name, event, body, when);

const OUTDATED = [
  ...['tracks_liked', 'tracks_commented', 'table_tracks_title', 'table_tracks_length', 'table_tracks_size'],
  'table_comments_likes',
];

/** PostgreSQL reads an index alone only where it holds the column itself, too. */
const byTitle = (isOnPostgres: boolean) =>
  isOnPostgres
    ? '(lower(title), id) include (index_number, title)'
    : '(title collate nocase, id, index_number)';

const indexes = (isOnPostgres: boolean) => [
  `create index tracks_liked on tracks(likes desc, plays desc, id desc, gender, index_number) where status = 'active'`,
  `create index tracks_commented on tracks(comments_count desc, duration desc, id desc, gender, index_number)
    where status = 'active'`,
  `create index table_tracks_title on tracks${byTitle(isOnPostgres)} where status = 'active'`,
  `create index table_tracks_length on tracks(duration, id, index_number) where status = 'active'`,
  `create index table_tracks_size on tracks(size, id, index_number) where status = 'active'`,
  `create index table_comments_likes on comments(likes, id, index_number)`,
  `create index table_reports_reporter on report_docs(reporter_key, report_id)`,
];

const statements = (isOnPostgres: boolean): string[] => {
  const number = isOnPostgres ? 'bigint' : 'integer';
  const text = isOnPostgres ? 'text collate "C"' : 'text';
  return [
    ...OUTDATED.map((name) => `drop index ${name}`),
    `alter table tracks add column index_number ${number}`,
    `alter table comments add column index_number ${number}`,
    `alter table report_docs add column reporter_key ${text} not null default ''`,
    `update tracks set index_number = search_rows.doc from search_rows where track_id = tracks.id`,
    `update comments set index_number = comment_docs.doc from comment_docs where comment_id = comments.id`,
    `update report_docs set reporter_key = username_key
      from reports join accounts on accounts.id = reporter_id where reports.id = report_id`,
    ...indexes(isOnPostgres),
    ...steps(isOnPostgres ? 'is distinct from' : 'is not').flatMap(isOnPostgres ? onPostgres : onSqlite),
  ];
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(isPostgres(db))) await sql.raw(statement).execute(db);
}
