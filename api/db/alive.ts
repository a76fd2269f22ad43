// Checks whether the database answers and whether it has been used.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** Tables that every page reads. */
const CORE_TABLES = ['accounts', 'tracks', 'uploads', 'comments', 'settings'] as const;

/** Throws when the database does not answer or a page that this reads is damaged. */
export async function touchDatabase(db: Db): Promise<void> {
  for (const table of CORE_TABLES) await sql`select * from ${sql.table(table)} limit 1`.execute(db);
}

/** Whether the database has content that may depend on a server's key. */
export async function isUsed(db: Db): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  const entry = await db.selectFrom('audit_log').select('position').limit(1).executeTakeFirst();
  return account !== undefined || entry !== undefined;
}
