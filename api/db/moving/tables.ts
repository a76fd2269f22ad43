// The tables that a move copies row by row, whichever of the two kinds the databases are.
import type { Schema } from '../schema.ts';

/** Not copied: indexes of words, which each database makes from the other tables. */
type Remade =
  | ('tracks_fts' | 'tracks_fts_inside' | 'search_rows')
  | ('comment_docs' | 'comments_fts_inside')
  | ('report_docs' | 'reports_fts_inside' | 'audit_fts_inside' | 'audit_docs')
  | ('account_docs' | 'accounts_fts_inside');

/** Not copied: work of processes that have ended. */
type Left = 'jobs';

export type MovedTable = Exclude<keyof Schema, Remade | Left>;

/** Each with the columns of its key; no row comes before one it refers to. A table that is missing does not compile. */
const KEYS = {
  accounts: ['id'],
  old_usernames: ['username_key'],
  sessions: ['token_hash'],
  ended_sessions: ['token_hash'],
  moves: ['account_id'],
  blocks: ['account_id', 'other_id'],
  consents: ['id'],
  uploads: ['id'],
  review_claims: ['upload_id'],
  review_escalations: ['upload_id'],
  review_hidden: ['upload_id', 'account_id'],
  uploader_trust: ['account_id'],
  transfers: ['id'],
  upload_events: ['id'],
  tracks: ['id'],
  track_tags: ['tag', 'track_id'],
  tag_uses: ['tag'],
  track_edits: ['id'],
  likes: ['id'],
  bookmarks: ['id'],
  comments: ['id'],
  comment_likes: ['id'],
  follows: ['id'],
  activities: ['id'],
  notifications: ['id'],
  reports: ['id'],
  listenings: ['track_id', 'token', 'window'],
  settings: ['key'],
  spent_tickets: ['nonce'],
  audit_log: ['position'],
  doomed_blobs: ['file'],
  ledger: ['position'],
  idempotency_keys: ['account_id', 'key_hash'],
  events: ['id'],
  tallies: ['subject', 'slot', 'shard'],
  totals: ['subject', 'shard'],
} satisfies Record<MovedTable, readonly string[]>;

export const MOVED_TABLES = Object.keys(KEYS) as MovedTable[];

export const keyOf = (table: MovedTable): readonly string[] => KEYS[table];

/** Tables whose numbers are never used twice, even after the row is deleted: readers remember their place by them. */
export const NUMBERED = { events: 'id', ledger: 'position' } as const;
