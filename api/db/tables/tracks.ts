// Published recordings, their tags, search rows, reactions and edits.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Gender } from '../../contract/categories.ts';
import type { AudioColumns } from './audio.ts';

export interface TracksTable extends AudioColumns {
  id: string;
  account_id: string;
  /** The upload of its first sound, by which consents find it. */
  upload_id: string | null;
  title: string;
  description: string;
  gender: Gender | null;
  tags_json: string;
  /** `inactive`: hidden by reports. `removed`: taken down until `erase_at`, unless an appeal restores it. */
  status: 'active' | 'inactive' | 'removed';
  plays: number;
  likes: number;
  bookmarks: number;
  comments_count: number;
  /** Transcript written by the owner. */
  transcript: Generated<string>;
  /** Comments of others; the owner's preferences can forbid them for all tracks. */
  allow_comments: Generated<0 | 1>;
  /** Position among the seeded demo tracks; null for people's own. */
  demo_position: number | null;
  /** When a taken-down recording is erased; null for others. */
  erase_at: Generated<number | null>;
  /** When its sound was replaced last; null for the first sound. */
  sound_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
}

export interface TrackTagsTable {
  track_id: string;
  tag: string;
}

/** The number of a track in `tracks_fts`. */
export interface SearchRowsTable {
  doc: Generated<number>;
  track_id: string;
}

/** Number of active tracks with a tag; triggers count. */
export interface TagUsesTable {
  tag: string;
  uses: number;
  /** `-uses`, so that an ascending order by rank and name puts the most used first. */
  rank: GeneratedAlways<number>;
}

export interface TracksFtsTable {
  rowid: number;
  track_id: string;
  title: string;
  description: string;
  tags: string;
  username: string;
}

/** Trigrams of `tracks_fts`, which stores the text. */
export type TracksFtsInsideTable = Pick<TracksFtsTable, 'rowid' | 'title' | 'tags' | 'username'>;

export interface PairTable {
  id: string;
  track_id: string;
  account_id: string;
  created_at: number;
}

/** An edit of a published track; `before_json` and `after_json` hold `TrackDetails`. */
export interface TrackEditsTable {
  id: string;
  track_id: string;
  account_id: string;
  before_json: string;
  after_json: string;
  status: 'applied' | 'pending_review' | 'approved' | 'rejected';
  created_at: number;
  decided_at: number | null;
  /** Null when no decision was needed. */
  decided_by: string | null;
  decision_reason: string | null;
  /** Of a rejection. */
  rule_id: Generated<string | null>;
}

/** One row per listener, track and listening window; `token` does not identify the listener (`tracks/store.ts`). */
export interface ListeningsTable {
  track_id: string;
  token: string;
  window: number;
}
