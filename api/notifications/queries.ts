// Reads the notifications of one account.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isShownOrMissing } from '../blocks/queries.ts';
import { MAX_NEWS } from '../contract/limits.ts';
import type { NotificationType } from '../contract/news.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import type { Cursor } from '../db/cursor.ts';
import type { NotificationsTable } from '../db/tables/news.ts';
import type { ChosenNews, NewsPage } from './page.ts';

export const NEWS_AGE_MS = RETENTION.newsDays * 24 * 3600 * 1000;

/** Only about accounts and tracks that still exist. */
function visible(db: Db, accountId: string, now: number) {
  return db
    .selectFrom('notifications')
    .leftJoin('accounts', 'accounts.id', 'notifications.actor_id')
    .leftJoin('tracks', (join) =>
      join.onRef('tracks.id', '=', 'notifications.track_id').on('tracks.status', '=', sql.lit('active')),
    )
    .where('notifications.account_id', '=', accountId)
    .where('notifications.created_at', '>', now - NEWS_AGE_MS)
    .where(isShownOrMissing(accountId))
    .where((eb) => eb.or([eb('notifications.track_id', 'is', null), eb('tracks.id', 'is not', null)]));
}

/** Newest first: all stored ones, or a page and one more. */
export function notificationsOf(db: Db, accountId: string, now: number, page?: NewsPage) {
  return visible(db, accountId, now)
    .selectAll('notifications')
    .select(['accounts.username', 'tracks.title as heard_title', 'tracks.cover as heard_cover'])
    .where(page?.after ? isAfter('notifications', page.after) : sql<boolean>`true`)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(page ? page.limit + 1 : MAX_NEWS)
    .execute();
}

export type NotificationRow = Awaited<ReturnType<typeof notificationsOf>>[number];

export async function unreadNotifications(db: Db, accountId: string, now: number): Promise<number> {
  const counted = await visible(db, accountId, now)
    .where('notifications.is_read', '=', 0)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirst();
  return counted?.n ?? 0;
}

export type StoredNotification = Selectable<NotificationsTable>;

/** Includes rows too old to be shown. */
export const storedNotificationsOf = (db: Db, accountId: string): Promise<StoredNotification[]> =>
  db.selectFrom('notifications').selectAll().where('account_id', '=', accountId).execute();

/** Whether the account was notified of the same action before. */
export async function wasNotified(
  db: Db,
  news: { accountId: string; actorId: string; type: NotificationType; trackId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', news.accountId)
    .where('actor_id', '=', news.actorId)
    .where('type', '=', news.type)
    .$if(news.trackId !== null, (query) => query.where('track_id', '=', news.trackId))
    .executeTakeFirst();
  return found !== undefined;
}

type NewsTable = 'notifications' | 'activities';

/** Rows after this one, newest first. */
export const isAfter = (table: NewsTable, { value, id }: Cursor): RawBuilder<boolean> =>
  sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${value}, ${id})`;

export const isChosen = (chosen: ChosenNews): RawBuilder<boolean> =>
  'ids' in chosen ? sql`id in (${sql.join(chosen.ids)})` : sql`created_at <= ${chosen.until}`;
