// Compares the schemas that the migrations make of an empty SQLite file and an empty PostgreSQL by asking both
// databases; also tests conflicts between transactions.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { databaseFault } from '../../api/db/faults.ts';
import { type OpenPostgresDatabase, openOnPostgres } from '../support/database/postgresDatabase.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** SQLite searches with virtual tables; PostgreSQL searches columns of text tables and stores limits as rows. */
const OF_ONE_ALONE =
  /^(tracks_fts|comments_fts|comment_texts|accounts_fts|account_texts|audit_fts|audit_docs|report_texts|reports_fts|sqlite_|kysely_)|^limits$|^(index )?jobs|^(search_rows|comment_docs|account_docs|report_docs)\.(words|inside|address) /;

const folder = temporaryFolder('schema');
let sqlite: OpenDatabase;
let postgres: OpenPostgresDatabase;

beforeAll(async () => {
  sqlite = await openDatabase(join(folder, 'aural.db'));
  postgres = await openOnPostgres();
});

afterAll(async () => {
  await sqlite.close();
  await postgres.close();
});

const lines = (rows: readonly { line: string }[]) =>
  rows
    .map(({ line }) => line)
    .filter((line) => !OF_ONE_ALONE.test(line))
    .sort();

async function both(ofSqlite: string, ofPostgres: string): Promise<[string[], string[]]> {
  const one = await sql.raw<{ line: string }>(ofSqlite).execute(sqlite.db);
  const other = await sql.raw<{ line: string }>(ofPostgres).execute(postgres.db);
  return [lines(one.rows), lines(other.rows)];
}

test('tables have the same columns, of the same kind, null in the same places', async () => {
  const [ofSqlite, ofPostgres] = await both(
    `select t.name || '.' || c.name || ' ' || lower(c.type) ||
       case when c."notnull" or c.pk > 0 then ' not null' else '' end as line
     from sqlite_master as t join pragma_table_xinfo(t.name) as c where t.type = 'table'`,
    `select table_name || '.' || column_name || ' ' || case data_type when 'bigint' then 'integer'
       when 'double precision' then 'real' when 'bytea' then 'blob' else data_type end ||
       case is_nullable when 'NO' then ' not null' else '' end as line
     from information_schema.columns where table_schema = 'public'`,
  );
  const nullable = (line: string) => line.replace(/^(tag_uses\.rank integer) not null$/, '$1');
  expect(ofPostgres.filter((line) => !/^limits\./.test(line)).map(nullable)).toEqual(ofSqlite.map(nullable));
  expect(ofSqlite.length).toBeGreaterThan(200);
});

test('indexes and triggers have the same names', async () => {
  const [ofSqlite, ofPostgres] = await both(
    `select type || ' ' || name as line from sqlite_master
      where type in ('index', 'trigger') and name not like 'sqlite_%'`,
    `select 'index ' || indexname as line from pg_indexes where schemaname = 'public'
      and indexname !~ '_(pkey|key[0-9]*)$|^(search_rows_words|search_rows_inside|(comment|report)_docs_inside|audit_docs_inside|account_docs_(inside|address))$' or indexname in ('uploads_key')
     union select distinct 'trigger ' || trigger_name from information_schema.triggers
      where trigger_name !~ '^note_'`,
  );
  expect(ofPostgres).toEqual(ofSqlite);
  expect(ofSqlite.length).toBeGreaterThan(80);
});

test('unique indexes cover the same columns', async () => {
  const [ofSqlite, ofPostgres] = await both(
    `select t.name || ' ' || (select group_concat(name) from
        (select name from pragma_index_info(i.name) order by seqno)) as line
     from sqlite_master as t join pragma_index_list(t.name) as i
     where t.type = 'table' and i."unique"`,
    `select t.relname || ' ' || string_agg(a.attname, ',' order by k.place) as line
     from pg_index as i join pg_class as t on t.oid = i.indrelid
     join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'public'
     cross join unnest(i.indkey) with ordinality as k(attnum, place)
     join pg_attribute as a on a.attrelid = t.oid and a.attnum = k.attnum
     where i.indisunique group by i.indexrelid, t.relname`,
  );
  // An integer primary key is SQLite's own row id, which has no index.
  const own =
    /^(audit_log|ledger) position$|^events id$|^(search_rows|comment_docs|account_docs|report_docs) doc$|^limits /;
  expect(ofPostgres.filter((line) => !own.test(line))).toEqual(ofSqlite.filter((line) => !own.test(line)));
  expect(ofSqlite.length).toBeGreaterThan(30);
});

test('runs conflicting transactions one after the other', async () => {
  await sql`insert into settings(key, value) values ('n', '0')`.execute(postgres.db);
  const addOne = () =>
    postgres.db.transaction().execute(async (tx) => {
      const { value } = await tx
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'n')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('key', '=', 'n')
        .execute();
    });
  await Promise.all(Array.from({ length: 40 }, addOne));
  const row = await postgres.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'n')
    .executeTakeFirst();
  expect(row?.value).toBe('40');
});

test('reports a repeated key as a duplicate on both, and the audit log refuses any row but the next', async () => {
  for (const { db } of [sqlite, postgres]) {
    const add = () => db.insertInto('spent_tickets').values({ nonce: 'one', expires_at: 1 }).execute();
    await add();
    expect(databaseFault(await add().catch((error: unknown) => error))).toBe('duplicate');
    const row = {
      at: 1,
      actor_id: 'a',
      action: 'b',
      target_type: 'c',
      target_id: 'd',
      detail_json: '{}',
      hash: 'e',
    };
    const append = (position: number) =>
      db
        .insertInto('audit_log')
        .values({ ...row, position })
        .execute();
    await append(1);
    await expect(append(3)).rejects.toThrow('append-only');
    await expect(db.updateTable('audit_log').set({ hash: 'f' }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only');
  }
});
