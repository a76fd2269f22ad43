// What leaves of an activity: to the person whose it is.
import type { ActivityType, ActivityView } from '../contract/news.ts';
import type { ActivityRow } from './queries.ts';

export function presentActivity(row: ActivityRow): ActivityView {
  const other =
    row.other_account_id !== null && row.username !== null
      ? { id: row.other_account_id, username: row.username }
      : null;
  const isFollow = row.type === 'my_follow';
  return {
    id: row.id,
    type: row.type as ActivityType,
    trackId: row.track_id,
    trackTitle: row.track_title,
    trackUser: isFollow ? null : other,
    followedUser: isFollow ? other : null,
    commentText: row.comment_text,
    createdAt: new Date(row.created_at).toISOString(),
    isRead: row.is_read === 1,
  };
}
