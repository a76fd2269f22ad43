// SQL of notifications; only ever those of one person.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** At most this many are kept per person (S1 §9), of each kind of news. */
export const NEWS_KEPT = 100;
/** Six months (S1 §9). */
export const NEWS_AGE_MS = 183 * 24 * 3600 * 1000;

/** Forgets what the newest of this person have pushed out. Call after every insert, in its transaction. */
export async function keepNewest(
  db: Db,
  table: 'notifications' | 'activities',
  accountId: string,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where('account_id', '=', accountId)
    // Both sides walk the index of the list; nothing is compared when there are fewer.
    .where(
      sql<boolean>`(created_at, id) < (select created_at, id from ${sql.table(table)}
        where account_id = ${accountId} order by created_at desc, id desc limit 1 offset ${NEWS_KEPT - 1})`,
    )
    .execute();
}

export function notificationsOf(db: Db, accountId: string, now: number) {
  return db
    .selectFrom('notifications')
    .leftJoin('accounts', 'accounts.id', 'notifications.actor_id')
    .selectAll('notifications')
    .select('accounts.username')
    .where('notifications.account_id', '=', accountId)
    .where('notifications.created_at', '>', now - NEWS_AGE_MS)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(NEWS_KEPT)
    .execute();
}

export type NotificationRow = Awaited<ReturnType<typeof notificationsOf>>[number];

/** `all` or one id; of this person only. Returns how many there were. */
export async function markNotifications(db: Db, accountId: string, id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('account_id', '=', accountId)
    .$if(id !== 'all', (query) => query.where('id', '=', id))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function removeNotifications(db: Db, accountId: string, id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('account_id', '=', accountId)
    .$if(id !== 'all', (query) => query.where('id', '=', id))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
