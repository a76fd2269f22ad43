// Presents a notification to its recipient.
import type { NotificationType, NotificationView } from '../contract/news.ts';
import { instant } from '../db/instant.ts';
import type { NotificationRow, StoredNotification } from './queries.ts';

export function presentNotification(row: NotificationRow): NotificationView {
  return {
    id: row.id,
    type: row.type as NotificationType,
    user:
      row.actor_id !== null && row.username !== null ? { id: row.actor_id, username: row.username } : null,
    trackId: row.track_id,
    trackTitle: row.heard_title ?? row.track_title,
    trackCover: row.heard_cover,
    commentText: row.comment_text,
    targetUserId: row.account_id,
    createdAt: instant(row.created_at),
    isRead: row.is_read === 1,
  };
}

/** For the data export. */
export const exportedNotification = (row: StoredNotification) => ({
  id: row.id,
  type: row.type,
  trackId: row.track_id,
  trackTitle: row.track_title,
  commentText: row.comment_text,
  isRead: row.is_read === 1,
  createdAt: instant(row.created_at),
});
