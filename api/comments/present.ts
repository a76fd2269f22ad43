// Comments as answers.
import type { CommentView } from '../contract/comments.ts';
import { instant } from '../db/instant.ts';
import type { CommentRow } from './queries.ts';

export function presentComment(row: CommentRow): CommentView {
  return {
    id: row.id,
    content: row.content,
    user: { id: row.account_id, username: row.username },
    trackId: row.track_id,
    trackTitle: row.track_title,
    createdAt: instant(row.created_at),
    likes: row.likes,
    likeCount: row.likes,
    isLiked: Boolean(row.is_liked),
  };
}

export const presentRemoval = (row: Pick<CommentRow, 'id' | 'track_id'>) => ({
  commentId: row.id,
  trackId: row.track_id,
});

/** For the data export. */
export const exportedComment = (row: Pick<CommentRow, 'id' | 'track_id' | 'content' | 'created_at'>) => ({
  id: row.id,
  trackId: row.track_id,
  content: row.content,
  createdAt: instant(row.created_at),
});
