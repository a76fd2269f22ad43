// Presents an activity to its owner.
import type { ActivityType, ActivityView } from '../contract/news.ts';
import { instant } from '../db/instant.ts';
import type { ActivityRow, StoredActivity } from './queries.ts';

export function presentActivity(row: ActivityRow): ActivityView {
  const other =
    row.other_account_id !== null && row.username !== null
      ? { id: row.other_account_id, username: row.username }
      : null;
  const isFollow = row.type === 'my_follow';
  return {
    id: row.id,
    type: row.type as ActivityType,
    trackId: row.heard_id,
    trackTitle: row.heard_title ?? row.track_title,
    trackCover: row.heard_cover,
    trackUser: isFollow ? null : other,
    followedUser: isFollow ? other : null,
    commentText: row.comment_text,
    createdAt: instant(row.created_at),
    isRead: row.is_read === 1,
  };
}

/** For the data export. */
export const exportedActivity = (row: StoredActivity) => ({
  id: row.id,
  type: row.type,
  trackId: row.track_id,
  trackTitle: row.track_title,
  commentText: row.comment_text,
  createdAt: instant(row.created_at),
});
