// Work that one process of several asks for and another one does. SQLite has one process, which does its work at once.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const onPostgres = [
  `create table jobs (
    id text collate "C" primary key, kind text collate "C" not null, input_json text not null, created_at bigint not null,
    tries bigint not null default 0, claim text collate "C", held_until bigint, outcome text
  )`,
  `create index jobs_waiting on jobs(kind, created_at) where outcome is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const statement of onPostgres) await sql.raw(statement).execute(db);
}
