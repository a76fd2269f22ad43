// Whether the database answers, whether its core tables can be read, and whether anybody has used it.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** What every page of the site reads. */
const CORE_TABLES = ['accounts', 'tracks', 'uploads', 'comments', 'settings'] as const;

/** Throws when it does not, or a page that it touches is damaged. */
export async function touchDatabase(db: Db): Promise<void> {
  for (const table of CORE_TABLES) await sql`select * from ${sql.table(table)} limit 1`.execute(db);
}

/** It is not new: something in it may have been made under a server's key. */
export async function isUsed(db: Db): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  const entry = await db.selectFrom('audit_log').select('position').limit(1).executeTakeFirst();
  return account !== undefined || entry !== undefined;
}
