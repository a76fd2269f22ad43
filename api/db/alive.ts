// Whether the database answers, and its core tables can be read.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** What every page of the site reads. */
const CORE_TABLES = ['accounts', 'tracks', 'uploads', 'comments', 'settings'] as const;

/** Throws when it does not, or a page that it touches is damaged. */
export async function touchDatabase(db: Db): Promise<void> {
  for (const table of CORE_TABLES) await sql`select * from ${sql.table(table)} limit 1`.execute(db);
}
