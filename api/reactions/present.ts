// Presents a reaction to its owner.
import type { CommentLikeView, TrackReactionView } from '../contract/reactions.ts';
import { instant } from '../db/instant.ts';
import type { CommentLikeRow, TrackReactionRow } from './queries.ts';

export const presentTrackReaction = (row: TrackReactionRow): TrackReactionView => ({
  id: row.id,
  trackId: row.track_id,
  userId: row.account_id,
  createdAt: instant(row.created_at),
});

export const presentCommentLike = (row: CommentLikeRow): CommentLikeView => ({
  id: row.id,
  commentId: row.comment_id,
  userId: row.account_id,
  createdAt: instant(row.created_at),
});

/** For the data export. */
export const exportedTrackReaction = (row: TrackReactionRow) => ({
  id: row.id,
  trackId: row.track_id,
  createdAt: instant(row.created_at),
});

/** For the data export. */
export const exportedCommentLike = (row: CommentLikeRow) => ({
  id: row.id,
  commentId: row.comment_id,
  createdAt: instant(row.created_at),
});
