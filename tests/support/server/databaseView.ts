// The rows of an installation while its server runs, on either database, and catalogue queries in each database's own
// SQL.
import { type Kysely, sql } from 'kysely';
import { readDatabaseUrl } from '../../../api/databaseUrl.ts';
import { openDatabase } from '../../../api/db/client.ts';
import { isPostgres } from '../../../api/db/dialect.ts';
import { openPostgres } from '../../../api/db/postgres/open.ts';
import type { Schema } from '../../../api/db/schema.ts';
import type { Env } from '../../../api/env.ts';

export interface DatabaseView {
  db: Kysely<Schema>;
  close(): Promise<void>;
}

/** Opens a URL as in DATABASE_URL, or an installation. The server notices a second process. */
export async function openDatabaseView(
  of: string | Pick<Env, 'postgres' | 'databaseFile'>,
): Promise<DatabaseView> {
  const url = typeof of === 'string' ? of : (of.postgres?.url ?? `file:${of.databaseFile}`);
  const place = readDatabaseUrl(url);
  if (place.kind === 'sqlite') return openDatabase(place.file);
  return openPostgres({ url: place.url, connections: 2, writeTimeoutMs: 15_000 });
}

/** Makes a statement fail from now on, as `delete on accounts`; returns a function that ends that. */
export async function broken(db: Kysely<Schema>, statement: string): Promise<() => Promise<void>> {
  const [, table = ''] = / on (\w+)$/.exec(statement) ?? [];
  const when = sql.raw(`before ${statement}`);
  if (isPostgres(db)) {
    await sql`create function fails() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`.execute(db);
    await sql`create trigger fails ${when} for each row execute function fails()`.execute(db);
  } else await sql`create trigger fails ${when} begin select raise(abort, 'broken'); end`.execute(db);
  return async () => {
    if (!isPostgres(db)) await sql`drop trigger fails`.execute(db);
    else {
      await sql`drop trigger fails on ${sql.table(table)}`.execute(db);
      await sql`drop function fails()`.execute(db);
    }
  };
}

/** The text by which search finds each track: one line a track, with its id at the end. */
export async function searchedTexts(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ line: string }>`select words::text || ' ' || inside || ' ' || track_id as line
        from search_rows`.execute(db)
    : await sql<{
        line: string;
      }>`select title || ' ' || description || ' ' || tags || ' ' || username || ' ' ||
        track_id as line from tracks_fts`.execute(db);
  return rows.map(({ line }) => line);
}

/** Drops the triggers of a table; returns a function that restores them. */
export async function withoutTriggers(db: Kysely<Schema>, table: string): Promise<() => Promise<void>> {
  if (isPostgres(db)) {
    const set = (state: string) =>
      sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(db);
    await set('disable');
    return async () => {
      await set('enable');
    };
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  return async () => {
    for (const { sql: statement } of rows) await sql.raw(statement).execute(db);
  };
}
