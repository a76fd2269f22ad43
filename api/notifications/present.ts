// What leaves of a notification: to the person it is for.
import type { NotificationType, NotificationView } from '../contract/news.ts';
import type { NotificationRow } from './queries.ts';

export function presentNotification(row: NotificationRow): NotificationView {
  return {
    id: row.id,
    type: row.type as NotificationType,
    user:
      row.actor_id !== null && row.username !== null ? { id: row.actor_id, username: row.username } : null,
    trackId: row.track_id,
    trackTitle: row.track_title,
    commentText: row.comment_text,
    targetUserId: row.account_id,
    createdAt: new Date(row.created_at).toISOString(),
    isRead: row.is_read === 1,
  };
}
