// Notifications are made from what happened, never from a body. Call inside the transaction of the event.
import { randomUUID } from 'node:crypto';
import type { NotificationType } from '../contract/news.ts';
import type { Db } from '../db/client.ts';
import { jsonObject } from '../db/json.ts';
import { keepNewest } from './queries.ts';

export interface NewNotification {
  /** Whom it is for. */
  accountId: string;
  type: NotificationType;
  /** Who did it; null for the moderation. */
  actorId: string | null;
  trackId?: string | null;
  trackTitle?: string | null;
  commentText?: string | null;
  /** The comment that is quoted: when it goes, this goes. */
  commentId?: string | null;
}

/** Which preference silences which kind; the others are always told. */
const SWITCHES: Partial<Record<NotificationType, string>> = {
  like: 'likes',
  comment: 'comments',
  follow: 'follows',
};

async function isSilenced(db: Db, accountId: string, type: NotificationType): Promise<boolean> {
  const preference = SWITCHES[type];
  if (preference === undefined) return false;
  const row = await db
    .selectFrom('accounts')
    .select('preferences_json')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const notifications = jsonObject(row?.preferences_json ?? '{}').notifications;
  return (
    typeof notifications === 'object' &&
    notifications !== null &&
    (notifications as Record<string, unknown>)[preference] === false
  );
}

/** Nobody is told of what they did themselves. */
export async function notify(db: Db, news: NewNotification, now: number): Promise<void> {
  if (news.actorId === news.accountId) return;
  if (await isSilenced(db, news.accountId, news.type)) return;
  await db
    .insertInto('notifications')
    .values({
      id: randomUUID(),
      account_id: news.accountId,
      type: news.type,
      actor_id: news.actorId,
      track_id: news.trackId ?? null,
      track_title: news.trackTitle ?? null,
      comment_text: news.commentText ?? null,
      comment_id: news.commentId ?? null,
      is_read: 0,
      created_at: now,
    })
    .execute();
  await keepNewest(db, 'notifications', news.accountId);
}

/** Followers hear of a recording when it can be heard. */
export async function notifyFollowers(
  db: Db,
  accountId: string,
  subject: { trackId: string; trackTitle: string },
  now: number,
): Promise<void> {
  const followers = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('following_id', '=', accountId)
    .execute();
  for (const { follower_id } of followers) {
    await notify(
      db,
      { accountId: follower_id, type: 'followed_user_upload', actorId: accountId, ...subject },
      now,
    );
  }
}
