// A person's own diary, made from what they did. Call inside the transaction of the deed.
import { randomUUID } from 'node:crypto';
import type { ActivityType } from '../contract/news.ts';
import type { Db } from '../db/client.ts';
import { keepNewest } from '../notifications/queries.ts';

export interface NewActivity {
  accountId: string;
  type: ActivityType;
  trackId?: string | null;
  trackTitle?: string | null;
  /** Whose track it was, or who was followed. */
  otherAccountId?: string | null;
  commentText?: string | null;
  /** The comment that is quoted: when it goes, this goes. */
  commentId?: string | null;
}

export async function recordActivity(db: Db, activity: NewActivity, now: number): Promise<void> {
  await db
    .insertInto('activities')
    .values({
      id: randomUUID(),
      account_id: activity.accountId,
      type: activity.type,
      track_id: activity.trackId ?? null,
      track_title: activity.trackTitle ?? null,
      other_account_id: activity.otherAccountId ?? null,
      comment_text: activity.commentText ?? null,
      comment_id: activity.commentId ?? null,
      is_read: 0,
      created_at: now,
    })
    .execute();
  await keepNewest(db, 'activities', activity.accountId);
}
