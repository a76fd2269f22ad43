// Comments, what they are found by, and who likes them.
import type { Generated } from 'kysely';

export interface CommentsTable {
  id: string;
  track_id: string;
  account_id: string;
  content: string;
  likes: number;
  created_at: number;
  /** As in `comment_docs`, for walks along an order; triggers keep it. */
  index_number: Generated<number | null>;
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

/** Words of comments, of their authors' names and of their recordings' titles, each once. */
export interface CommentWordsTable {
  number: Generated<number>;
  word: string;
}

/** Which comments have a word: its number, and theirs. */
export interface CommentPostingsTable {
  word: number;
  doc: number;
}

/** Pieces of the words, on SQLite. */
export interface CommentWordsInsideTable {
  rowid: number;
  word: string;
}

export interface CommentLikesTable {
  id: string;
  comment_id: string;
  account_id: string;
  created_at: number;
}
