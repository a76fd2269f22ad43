// Published recordings, what they are found by, and who marked them.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Gender } from '../../contract/categories.ts';
import type { AudioColumns } from './audio.ts';
import type { Flag } from './flag.ts';

export interface TracksTable extends AudioColumns {
  id: string;
  account_id: string;
  upload_id: string | null;
  title: string;
  description: string;
  gender: Gender | null;
  tags_json: string;
  /** `removed` rows are those whose blob is being deleted. */
  status: 'active' | 'inactive' | 'removed';
  plays: number;
  likes: number;
  bookmarks: number;
  comments_count: number;
  /** What is said, as its owner wrote it down. */
  transcript: Generated<string>;
  /** Of others, unless the owner's preferences say no for all. */
  allow_comments: Generated<Flag>;
  /** Position among the seeded demo tracks; null for people's own. */
  demo_position: number | null;
  created_at: number;
  updated_at: number;
}

export interface TrackTagsTable {
  track_id: string;
  tag: string;
}

/** Where `tracks_fts` holds a track. */
export interface SearchRowsTable {
  doc: Generated<number>;
  track_id: string;
}

/** How many heard tracks have a tag; triggers count. */
export interface TagUsesTable {
  tag: string;
  uses: number;
  /** `-uses`: most used first is an ascending order, as the names of equal ones are. */
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

/** Pieces of the words of `tracks_fts`, which holds the words themselves. */
export type TracksFtsInsideTable = Pick<TracksFtsTable, 'rowid' | 'title' | 'tags' | 'username'>;

export interface PairTable {
  id: string;
  track_id: string;
  account_id: string;
  created_at: number;
}

/** Changed words of a published track; `before_json` and `after_json` hold `TrackWords`. */
export interface TrackEditsTable {
  id: string;
  track_id: string;
  account_id: string;
  before_json: string;
  after_json: string;
  status: 'applied' | 'pending_review' | 'approved' | 'rejected';
  created_at: number;
  decided_at: number | null;
  /** Null when nobody had to. */
  decided_by: string | null;
  decision_reason: string | null;
}

/** One row per listener, track and listening window (L3); `token` leads to nobody (`tracks/store.ts`). */
export interface ListeningsTable {
  track_id: string;
  token: string;
  window: number;
}
