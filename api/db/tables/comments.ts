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

/** Pieces of what a comment says, of its author's name and of its recording's title, the latter two as they are now. */
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
