// Writes the notifications of one account.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_NEWS } from '../contract/limits.ts';
import type { NotificationType } from '../contract/news.ts';
import type { Db } from '../db/client.ts';
import { keepNewest } from '../db/newest.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import type { ChosenNews } from './page.ts';
import { exportedNotification } from './present.ts';
import { isChosen, storedNotificationsOf } from './queries.ts';

export interface NewNotification {
  /** The recipient. */
  accountId: string;
  type: NotificationType;
  /** Who did it; null for moderation. */
  actorId: string | null;
  trackId?: string | null;
  trackTitle?: string | null;
  commentText?: string | null;
  /** The quoted comment: deleting it deletes this row. */
  commentId?: string | null;
}

export async function insertNotification(db: Db, news: NewNotification, now: number): Promise<void> {
  // Part of every like: raw SQL takes a fifth of the query builder's time.
  await sql`insert into notifications
    (id, account_id, type, actor_id, track_id, track_title, comment_text, comment_id, is_read, created_at)
    values (${randomUUID()}, ${news.accountId}, ${news.type}, ${news.actorId}, ${news.trackId ?? null},
      ${news.trackTitle ?? null}, ${news.commentText ?? null}, ${news.commentId ?? null}, 0, ${now})`.execute(
    db,
  );
  await keepNewest(db, 'notifications', news.accountId, MAX_NEWS);
}

/** Only the account's own. Returns how many. */
export async function markNotifications(db: Db, accountId: string, chosen: ChosenNews): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('account_id', '=', accountId)
    .where(isChosen(chosen))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Only the account's own. Returns how many. */
export async function removeNotifications(db: Db, accountId: string, chosen: ChosenNews): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('account_id', '=', accountId)
    .where(isChosen(chosen))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Before merging a guest: removes notifications of their own actions, and duplicates. */
async function dropDoubleNotifications(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from notifications where account_id = ${account} and actor_id = ${guest}
    or account_id = ${guest} and actor_id = ${account}`.execute(db);
  await sql`delete from notifications where actor_id = ${guest} and type in ('like', 'bookmark', 'follow') and exists (
    select 1 from notifications as other where other.actor_id = ${account} and other.type = notifications.type
      and other.account_id = notifications.account_id and other.track_id is not distinct from notifications.track_id)`.execute(
    db,
  );
  await sql`delete from notifications where account_id = ${guest} and type = 'followed_user_upload' and exists (
    select 1 from notifications as other where other.account_id = ${account} and other.type = notifications.type
      and other.actor_id is not distinct from notifications.actor_id and other.track_id is not distinct from notifications.track_id)`.execute(
    db,
  );
}

export const personalNotifications: PersonalPart<'notifications', 'notifications'> = {
  ...goesWithTheAccount,
  columns: { notifications: ['account_id', 'actor_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    notifications: (await storedNotificationsOf(db, id)).map(exportedNotification),
  }),
  dropDoubles: dropDoubleNotifications,
};
