// Reading notifications; only ever those of one person.
import type { NotificationType } from '../contract/news.ts';
import type { Db } from '../db/client.ts';

/** At most this many are kept per person (S1 §9), of each kind of news. */
export const NEWS_KEPT = 100;
/** Six months (S1 §9). */
export const NEWS_AGE_MS = 183 * 24 * 3600 * 1000;

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

/** Also those older than anybody is shown. */
export const storedNotificationsOf = (db: Db, accountId: string) =>
  db.selectFrom('notifications').selectAll().where('account_id', '=', accountId).execute();

/** Whether a person has been told of this deed of somebody before, however often it was taken back. */
export async function wasTold(
  db: Db,
  news: { accountId: string; actorId: string; type: NotificationType; trackId: string | null },
): Promise<boolean> {
  const told = await db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', news.accountId)
    .where('actor_id', '=', news.actorId)
    .where('type', '=', news.type)
    .$if(news.trackId !== null, (query) => query.where('track_id', '=', news.trackId))
    .executeTakeFirst();
  return told !== undefined;
}
