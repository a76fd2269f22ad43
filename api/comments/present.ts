// What leaves of a comment.
import type { CommentView } from '../contract/people.ts';
import type { CommentRow } from './queries.ts';

export function presentComment(row: CommentRow): CommentView {
  return {
    id: row.id,
    content: row.content,
    user: { id: row.account_id, username: row.username },
    trackId: row.track_id,
    trackTitle: row.track_title,
    createdAt: new Date(row.created_at).toISOString(),
    likes: row.likes,
    likeCount: row.likes,
    isLiked: Boolean(row.is_liked),
  };
}
