// The tables as Kysely sees them. Times are milliseconds since 1970 (UTC); booleans are 0 or 1;
// columns ending in `_json` hold JSON text; columns ending in `_key` hold keyed hashes, never the thing itself.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Role } from '../contract/accounts.ts';
import type { Gender } from '../contract/tracks.ts';

type Flag = 0 | 1;

export interface AccountsTable {
  id: string;
  username: string;
  /** Lower case, unique. */
  username_key: string;
  role: Role;
  /** argon2id string; null for a guest. */
  password_hash: string | null;
  /** argon2id string of the one-time recovery code. */
  recovery_hash: string | null;
  email: string | null;
  bio: string;
  tags_json: string;
  preferences_json: string;
  is_verified: Flag;
  is_demo: Flag;
  adult_confirmed_at: number | null;
  total_uploads: number;
  total_plays: Generated<number>;
  total_likes: number;
  followers_count: number;
  following_count: number;
  created_at: number;
  last_seen_at: number;
  /** Nobody's account any more. */
  deleted_at: number | null;
  /** The owner has asked for deletion: hidden from others until then, erased by the retention job. */
  erase_at: Generated<number | null>;
}

export interface OldUsernamesTable {
  username_key: string;
  account_id: string;
  until: number;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  account_id: string;
  created_at: number;
  last_seen_at: number;
  /** `BROWSERS` and `SYSTEMS` with a blank between; empty when it is not known. */
  browser: Generated<string>;
}

/** Sessions that were ended from elsewhere. */
export interface EndedSessionsTable {
  token_hash: string;
  ended_at: Generated<number>;
}

/** The open way to another browser; one per account. */
export interface MovesTable {
  account_id: string;
  /** Keyed hash of the phrase. */
  phrase_key: string;
  created_at: number;
  expires_at: number;
}

/** Whom somebody does not want to meet. */
export interface BlocksTable {
  account_id: string;
  other_id: string;
  kind: 'mute' | 'block';
  created_at: number;
}

/** That everybody who can be heard is of age and agreed; stays when the upload's row goes. */
export interface ConsentsTable {
  /** Of the upload. */
  id: string;
  account_id: string;
  /** Of the statement that was shown. */
  version: number;
  given_at: number;
  /** Keyed hash of the token that takes it back; null while nobody has asked for one. */
  withdrawal_key: string | null;
  withdrawn_at: Generated<number | null>;
}

/** One row per published file while it is reviewed, and 30 days after the decision. */
export interface UploadsTable {
  id: string;
  account_id: string;
  /** The client's own name for this upload, lower case; unique within the account. */
  upload_key: string | null;
  /** 1 when it came; one more with every change of what the queue shows of it. */
  version: Generated<number>;
  file: string;
  mime_type: string;
  size: number;
  original_name: string;
  title: string;
  description: string;
  gender: Gender;
  tags_json: string;
  duration: number;
  face: string;
  lufs: number | null;
  container: string;
  codec: string;
  flags_json: string;
  /** 1: waits for a person whatever the mode. */
  needs_person: Generated<Flag>;
  reason: string;
  duplicate_count: number;
  file_key: string;
  /** Blob of the spectral envelope; null while there is none. */
  envelope: string | null;
  /** `UploadPreview` as the engine made it; null while there is none, and once it is decided. */
  preview_json: Generated<string | null>;
  /** Names of the metadata fields that the received file had and the stored one has not. */
  removed_json: Generated<string>;
  /** What is said, as its owner wrote it down. */
  transcript: Generated<string>;
  /** Of others, once it is a track. */
  allow_comments: Generated<Flag>;
  consent_at: number | null;
  status: 'pending_review' | 'approved' | 'rejected';
  track_id: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
  decision_reason: string | null;
}

/** Who looks at a waiting upload or edit, until when; ms. */
export interface ReviewClaimsTable {
  upload_id: string;
  account_id: string;
  expires_at: number;
}

/** A waiting upload or edit that a moderator handed to the admins. */
export interface ReviewEscalationsTable {
  upload_id: string;
  /** Null when that account has ended. */
  account_id: string | null;
  note: string;
  created_at: number;
}

/** A waiting upload or edit that this moderator would rather not hear. */
export interface ReviewHiddenTable {
  upload_id: string;
  account_id: string;
  created_at: number;
}

/** Whose uploads skip the queue. */
export interface UploaderTrustTable {
  account_id: string;
  /** Uploads that a person approved since the last one that was refused or taken down. */
  clean_approvals: Generated<number>;
  /** What an admin decided; null follows the count. */
  override: 'trusted' | 'watched' | null;
}

/** A resumable upload that is not published yet; the bytes received are the size of `file` on the disk. */
export interface TransfersTable {
  id: string;
  account_id: string;
  /** The client's own name for this upload, lower case; unique within the account. */
  upload_key: string;
  /** Name in the temporary folder. */
  file: string;
  /** Bytes announced. */
  size: number;
  /** Keyed hash of the SHA-256 the ticket was issued for. */
  content_key: string;
  created_at: number;
  expires_at: number;
}

/** What the two tiers of K1 are counted from; kept 30 days, also when the upload itself is gone; the address 7. */
export interface UploadEventsTable {
  id: string;
  account_id: string;
  device_key: string | null;
  address_key: string | null;
  file_key: string;
  seconds: number;
  created_at: number;
}

export interface TracksTable {
  id: string;
  account_id: string;
  upload_id: string | null;
  file: string;
  mime_type: string;
  size: number;
  title: string;
  description: string;
  gender: Gender | null;
  tags_json: string;
  duration: number;
  face: string;
  lufs: number | null;
  /** Blob of the spectral envelope; null while there is none. */
  envelope: string | null;
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

interface PairTable {
  id: string;
  track_id: string;
  account_id: string;
  created_at: number;
}

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

export interface FollowsTable {
  id: string;
  follower_id: string;
  following_id: string;
  created_at: number;
}

export interface ActivitiesTable {
  id: string;
  account_id: string;
  type: string;
  track_id: string | null;
  track_title: string | null;
  other_account_id: string | null;
  comment_text: string | null;
  /** What `comment_text` quotes; the row goes with it. */
  comment_id: string | null;
  is_read: Flag;
  created_at: number;
}

export interface NotificationsTable {
  id: string;
  /** Whom it is for. */
  account_id: string;
  type: string;
  /** Who did it; null when it was the moderation. */
  actor_id: string | null;
  track_id: string | null;
  track_title: string | null;
  comment_text: string | null;
  /** The comment it quotes, if it quotes one; the row goes with it. */
  comment_id: string | null;
  is_read: Flag;
  created_at: number;
}

export interface ReportsTable {
  id: string;
  type: 'recording' | 'comment' | 'description';
  target_id: string;
  /** The track may be gone. */
  track_id: string;
  reporter_id: string;
  /** Whose it is; null when that account has ended. */
  reported_id: string | null;
  /** `REPORT_CATEGORIES`; null for something else. */
  category: string | null;
  /** Whole seconds from the start of the recording. */
  at_seconds: number | null;
  reason: string;
  /** As they were when they were reported; empty when their account has ended. */
  words: string;
  /** Empty for comments: the title is somebody else's. */
  track_title: string;
  status: 'pending' | 'reviewed' | 'resolved';
  created_at: number;
  reviewed_by: string | null;
  reviewed_at: number | null;
  outcome: 'removed' | 'kept' | null;
  decision_reason: Generated<string>;
  /** 1: the reported person was told this decision. */
  told: Generated<0 | 1>;
  appeal: string | null;
  appealed_at: number | null;
  appeal_outcome: Generated<'accepted' | 'declined' | null>;
  appeal_answer: Generated<string>;
  appeal_answered_at: Generated<number | null>;
}

/** One row per listener and listening window (L3). */
export interface ListeningsTable {
  track_id: string;
  listener: string;
  window: number;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface SpentTicketsTable {
  nonce: string;
  expires_at: number;
}

export interface AuditLogTable {
  /** Position in the chain, from 1. */
  position: number;
  at: number;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  detail_json: string;
  /** HMAC-SHA-256 over the previous hash and this row's fields, hex. */
  hash: string;
}

/** Blobs to unlink after the transaction that forgot them; boot and sweep finish what a crash left. */
export interface DoomedBlobsTable {
  file: string;
  created_at: number;
}

/** What a restore of an older backup must not undo, as `LedgerEntry` says. */
export interface LedgerTable {
  position: Generated<number>;
  kind: string;
  id: string;
  detail_json: string;
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

/** What a write with an `Idempotency-Key` was answered; kept for a day. */
export interface IdempotencyKeysTable {
  account_id: string;
  /** SHA-256 of the key; this and the next two follow from the key, which is not stored. */
  key_hash: string;
  /** Hash of action and body. */
  fingerprint: string;
  /** Null when the answer was too large to keep. */
  sealed_answer: Uint8Array | null;
  created_at: number;
}

/** What happened, in order; written by triggers (`0002-events`). */
export interface EventsTable {
  id: Generated<number>;
  /** Whom it is for; null for the moderators. */
  account_id: string | null;
  /** A name of `contract/events.ts`, or `sessionEnded`, which is for the server alone. */
  type: string;
  data_json: string;
  created_at: Generated<number>;
}

/** How often something happened in a half-hour since 1970; triggers count, nothing takes away (`0026-tallies`). */
export interface TalliesTable {
  /** A name of `contract/statistics.ts`. */
  subject: string;
  slot: number;
  n: number;
}

/** Work for other processes, on PostgreSQL alone; times are the database's (`jobStore.ts`). */
export interface JobsTable {
  id: string;
  kind: string;
  input_json: string;
  created_at: number;
  tries: Generated<number>;
  /** Of whoever is at it: one word for each claim. */
  claim: string | null;
  held_until: number | null;
  outcome: string | null;
}

/** What is there and what ever happened, by `TotalSubject`: the sum over all shards; triggers count. */
export interface TotalsTable {
  subject: string;
  shard: number;
  n: number;
}

/** Where `accounts_fts_inside` holds a person; triggers keep it. */
export interface AccountDocsTable {
  doc: Generated<number>;
  account_id: string;
}

/** Pieces of the names and addresses of `accounts`, which holds the texts themselves. */
export interface AccountsFtsInsideTable {
  rowid: number;
  username: string;
  email: string;
}

export interface Schema {
  accounts: AccountsTable;
  old_usernames: OldUsernamesTable;
  sessions: SessionsTable;
  ended_sessions: EndedSessionsTable;
  moves: MovesTable;
  blocks: BlocksTable;
  consents: ConsentsTable;
  uploads: UploadsTable;
  review_claims: ReviewClaimsTable;
  review_escalations: ReviewEscalationsTable;
  review_hidden: ReviewHiddenTable;
  uploader_trust: UploaderTrustTable;
  transfers: TransfersTable;
  upload_events: UploadEventsTable;
  tracks: TracksTable;
  track_tags: TrackTagsTable;
  tracks_fts: TracksFtsTable;
  search_rows: SearchRowsTable;
  tracks_fts_inside: TracksFtsInsideTable;
  tag_uses: TagUsesTable;
  likes: PairTable;
  bookmarks: PairTable;
  comments: CommentsTable;
  comment_docs: CommentDocsTable;
  comments_fts_inside: CommentsFtsInsideTable;
  comment_likes: CommentLikesTable;
  follows: FollowsTable;
  activities: ActivitiesTable;
  notifications: NotificationsTable;
  reports: ReportsTable;
  listenings: ListeningsTable;
  settings: SettingsTable;
  spent_tickets: SpentTicketsTable;
  audit_log: AuditLogTable;
  doomed_blobs: DoomedBlobsTable;
  ledger: LedgerTable;
  track_edits: TrackEditsTable;
  idempotency_keys: IdempotencyKeysTable;
  events: EventsTable;
  tallies: TalliesTable;
  jobs: JobsTable;
  totals: TotalsTable;
  account_docs: AccountDocsTable;
  accounts_fts_inside: AccountsFtsInsideTable;
}
