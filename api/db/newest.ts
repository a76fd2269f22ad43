// Limits lists to their newest rows.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** Deletes all but the newest `count` rows of the account. Call after every insert, in its transaction. */
export async function keepNewest(
  db: Db,
  table: 'notifications' | 'activities',
  accountId: string,
  count: number,
): Promise<void> {
  // Both sides use the list's index. With fewer rows nothing is compared.
  await sql`delete from ${sql.table(table)} where account_id = ${accountId}
    and (created_at, id) < (select created_at, id from ${sql.table(table)}
      where account_id = ${accountId} order by created_at desc, id desc limit 1 offset ${count - 1})`.execute(
    db,
  );
}
