// What a house of a million recordings is counted and searched by without reading whole tables. `totals`: rows that are there,
// and how often something ever happened, kept by triggers; on PostgreSQL who counts beside another counts in a row of their
// own (`shard`). The index of words keeps beginnings of up to five letters (`0009`: up to three). People are looked for by
// three-letter pieces of name and address, as comments are (`0027-people`).
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { trigger } from './postgres/triggers.ts';

const SHARDS = 16;
const is = (condition: string) => `(case when ${condition} then 1 else 0 end)`;
const sizeIf = (row: string) => `(case when ${row}.status = 'active' then ${row}.size else 0 end)`;

/** What one row adds to each subject. */
const OF_ROW: Record<string, (row: string) => Record<string, string>> = {
  accounts: (row) => ({
    accounts: '1',
    guests: is(`${row}.role = 'guest'`),
    'open accounts': is(`${row}.deleted_at is null`),
    plays: `${row}.total_plays`,
  }),
  tracks: (row) => ({
    tracks: '1',
    'active tracks': is(`${row}.status = 'active'`),
    bytes: `${row}.size`,
    'active bytes': sizeIf(row),
  }),
  comments: () => ({ comments: '1' }),
  likes: () => ({ likes: '1' }),
  reports: () => ({ reports: '1' }),
};
/** Columns that a subject follows; the others of a row never change. */
const FOLLOWED: Record<string, readonly string[]> = {
  accounts: ['role', 'deleted_at', 'total_plays'],
  tracks: ['status', 'size'],
};

interface Count {
  name: string;
  event: string;
  when: string;
  /** Of each subject: an expression of what is added. */
  steps: Record<string, string>;
}

const minus = (steps: Record<string, string>) =>
  Object.fromEntries(Object.entries(steps).map(([subject, step]) => [subject, `-${step}`]));
const differ = (column: string, isOnPostgres: boolean) =>
  `old.${column} ${isOnPostgres ? 'is distinct from' : 'is not'} new.${column}`;

function changesOf(table: string, isOnPostgres: boolean): Count[] {
  const columns = FOLLOWED[table] ?? [];
  const [before = {}, after = {}] = ['old', 'new'].map((row) => OF_ROW[table]?.(row));
  return columns.map((column) => {
    const steps = Object.entries(after)
      .filter(([, step]) => step.includes(`.${column}`))
      .map(([subject, step]) => [subject, `${step} - ${before[subject]}`]);
    return {
      name: `totals_${table}_${column}`,
      event: `after update of ${column} on ${table}`,
      when: differ(column, isOnPostgres),
      steps: Object.fromEntries(steps),
    };
  });
}

const countsOn = (isOnPostgres: boolean): Count[] => [
  ...Object.entries(OF_ROW).flatMap(([table, steps]): Count[] => [
    { name: `totals_${table}_new`, event: `after insert on ${table}`, when: '1 = 1', steps: steps('new') },
    {
      name: `totals_${table}_gone`,
      event: `after delete on ${table}`,
      when: '1 = 1',
      steps: minus(steps('old')),
    },
    ...changesOf(table, isOnPostgres),
  ]),
];

const add = (subject: string, step: string, shard: string) =>
  `insert into totals(subject, shard, n) values (${subject}, ${shard}, ${step})
    on conflict (subject, shard) do update set n = totals.n + excluded.n;`;
const bodyOf = (steps: Record<string, string>, shard: string) =>
  Object.entries(steps)
    .map(([subject, step]) => add(`'${subject}'`, step, shard))
    .join('\n');

const EVER = [
  ['totals_ever_first', 'after insert on tallies', 'new.n'],
  ['totals_ever_more', 'after update of n on tallies', 'new.n - old.n'],
] as const;

function triggersOn(isOnPostgres: boolean): string[] {
  const shard = isOnPostgres ? `pg_backend_pid() % ${SHARDS}` : '0';
  const all: Count[] = countsOn(isOnPostgres);
  const ever = EVER.map(([name, event, step]) => ({
    name,
    event,
    when: '1 = 1',
    body: add(`'ever ' || new.subject`, step, shard),
  }));
  return [...all.map((each) => ({ ...each, body: bodyOf(each.steps, shard) })), ...ever].flatMap(
    ({ name, event, when, body }) =>
      isOnPostgres
        ? trigger(name, event, body, when)
        : [`create trigger ${name} ${event} when ${when} begin ${body} end`],
  );
}

/** The rows that are there already; an empty house begins with none. */
const counted = [
  ...Object.entries(OF_ROW).flatMap(([table, steps]) =>
    Object.entries(steps(table)).map(
      ([subject, step]) =>
        `insert into totals(subject, shard, n) select * from (
          select '${subject}' as subject, 0 as shard, coalesce(sum(${step}), 0) as n from ${table}) as counted
          where n <> 0`,
    ),
  ),
  `insert into totals(subject, shard, n) select 'ever ' || subject, 0, sum(n) from tallies group by subject`,
];

const put = (row: string) => `insert into accounts_fts_inside(rowid, username, email)
    select doc, ${row}.username, coalesce(${row}.email, '') from account_docs where account_id = ${row}.id;`;
const take = (row: string) => `insert into accounts_fts_inside(accounts_fts_inside, rowid, username, email)
    select 'delete', doc, ${row}.username, coalesce(${row}.email, '') from account_docs
    where account_id = ${row}.id;`;

/** The same columns as before; what reads its texts there (`0014-search`) knows it by its name. */
const prefixed = [
  `create virtual table tracks_fts_prefixed using fts5(
    track_id unindexed, title, description, tags, username,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5'
  )`,
  `insert into tracks_fts_prefixed(tracks_fts_prefixed, rank) values ('secure-delete', 1)`,
  `insert into tracks_fts_prefixed(rowid, track_id, title, description, tags, username)
    select rowid, track_id, title, description, tags, username from tracks_fts`,
  `drop table tracks_fts`,
  `alter table tracks_fts_prefixed rename to tracks_fts`,
];

const onSqlite = [
  ...prefixed,
  `create table totals (
    subject text not null, shard integer not null, n integer not null, primary key (subject, shard)
  ) strict, without rowid`,
  `create table account_docs (doc integer primary key, account_id text not null unique) strict`,
  `insert into account_docs(account_id) select id from accounts order by created_at, id`,
  `create view account_texts as select doc, username, coalesce(email, '') as email
    from account_docs join accounts on accounts.id = account_docs.account_id`,
  `create virtual table accounts_fts_inside using fts5(
    username, email, content = 'account_texts', content_rowid = 'doc', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into accounts_fts_inside(accounts_fts_inside, rank) values ('secure-delete', 1)`,
  `insert into accounts_fts_inside(rowid, username, email) select doc, username, email from account_texts`,
  `create trigger account_docs_added after insert on accounts begin
    insert into account_docs(account_id) values (new.id);
    ${put('new')}
  end`,
  `create trigger account_docs_changed after update of username, email on accounts
    when old.username is not new.username or old.email is not new.email begin
    ${take('old')}
    ${put('new')}
  end`,
  `create trigger account_docs_gone after delete on accounts begin
    ${take('old')}
    delete from account_docs where account_id = old.id;
  end`,
];

const textOf = (row: string) => `folded(${row}.username), folded(coalesce(${row}.email, ''))`;
const onPostgres = [
  `create table totals (
    subject text collate "C" not null, shard bigint not null, n bigint not null, primary key (subject, shard)
  ) with (fillfactor = 50)`,
  `create table account_docs (
    doc bigint generated by default as identity primary key, account_id text collate "C" not null unique,
    inside text collate "C" not null, address text collate "C" not null
  )`,
  `insert into account_docs(account_id, inside, address)
    select id, ${textOf('accounts')} from accounts order by created_at, id`,
  `create index account_docs_inside on account_docs using gin (inside gin_trgm_ops)`,
  `create index account_docs_address on account_docs using gin (address gin_trgm_ops)`,
  ...trigger(
    'account_docs_added',
    'after insert on accounts',
    `insert into account_docs(account_id, inside, address) values (new.id, ${textOf('new')});`,
  ),
  ...trigger(
    'account_docs_changed',
    'after update of username, email on accounts',
    `update account_docs set (inside, address) = (${textOf('new')}) where account_id = new.id;`,
    'old.username is distinct from new.username or old.email is distinct from new.email',
  ),
  ...trigger(
    'account_docs_gone',
    'after delete on accounts',
    'delete from account_docs where account_id = old.id;',
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const own = isPostgres(db) ? onPostgres : onSqlite;
  for (const statement of [...own, ...counted, ...triggersOn(isPostgres(db))])
    await sql.raw(statement).execute(db);
}
