// Whether the database answers.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** Throws when it does not. */
export async function touchDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
