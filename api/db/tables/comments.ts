// Comments, their search rows and likes.
import type { Generated } from 'kysely';

export interface CommentsTable {
  id: string;
  track_id: string;
  account_id: string;
  content: string;
  likes: number;
  created_at: number;
}

/** The number of a comment in `comments_fts_inside`; triggers write it. */
export interface CommentDocsTable {
  doc: Generated<number>;
  comment_id: string;
}

/** Trigrams of the comment, of its author's current name and of its recording's current title. */
export interface CommentsFtsInsideTable {
  rowid: number;
  content: string;
  username: string;
  title: string;
}

export interface CommentLikesTable {
  id: string;
  comment_id: string;
  account_id: string;
  created_at: number;
}
