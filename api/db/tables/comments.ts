// Comments, what they are found by, and who likes them.
import type { Generated } from 'kysely';

export interface CommentsTable {
  id: string;
  track_id: string;
  account_id: string;
  content: string;
  likes: number;
  created_at: number;
}

/** Where `comments_fts_inside` holds a comment; triggers keep it. */
export interface CommentDocsTable {
  doc: Generated<number>;
  comment_id: string;
}

/** Pieces of the words of `comments`, which holds the words themselves. */
export interface CommentsFtsInsideTable {
  rowid: number;
  content: string;
}

export interface CommentLikesTable {
  id: string;
  comment_id: string;
  account_id: string;
  created_at: number;
}
