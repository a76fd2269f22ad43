// The tables as Kysely sees them. Times are milliseconds since 1970 (UTC); booleans are 0 or 1;
// columns ending in `_json` hold JSON text; columns ending in `_key` hold keyed hashes, never the value itself.
import type {
  AccountDocsTable,
  AccountsFtsInsideTable,
  AccountsTable,
  BlocksTable,
  ConsentsTable,
  EndedSessionsTable,
  FollowsTable,
  MovesTable,
  OldUsernamesTable,
  ReservedNamesTable,
  SessionsTable,
} from './tables/accounts.ts';
import type {
  CommentDocsTable,
  CommentLikesTable,
  CommentsFtsInsideTable,
  CommentsTable,
} from './tables/comments.ts';
import type { ActivitiesTable, NotificationsTable } from './tables/news.ts';
import type {
  AuditDocsTable,
  AuditFtsInsideTable,
  AuditLogTable,
  DoomedBlobsTable,
  EventsTable,
  IdempotencyKeysTable,
  JobsTable,
  LedgerTable,
  SettingsTable,
  TalliesTable,
  TotalsTable,
} from './tables/operation.ts';
import type {
  EvidenceTable,
  KnownMaterialTable,
  ReportDocsTable,
  ReportsFtsInsideTable,
  ReportsTable,
  ReviewClaimsTable,
  ReviewEscalationsTable,
  ReviewHiddenTable,
  UploaderTrustTable,
} from './tables/review.ts';
import type {
  ListeningsTable,
  PairTable,
  SearchRowsTable,
  TagUsesTable,
  TrackEditsTable,
  TracksFtsInsideTable,
  TracksFtsTable,
  TracksTable,
  TrackTagsTable,
} from './tables/tracks.ts';
import type { SpentTicketsTable, TransfersTable, UploadEventsTable, UploadsTable } from './tables/uploads.ts';

export interface Schema {
  accounts: AccountsTable;
  old_usernames: OldUsernamesTable;
  reserved_names: ReservedNamesTable;
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
  evidence: EvidenceTable;
  known_material: KnownMaterialTable;
  reports: ReportsTable;
  report_docs: ReportDocsTable;
  reports_fts_inside: ReportsFtsInsideTable;
  listenings: ListeningsTable;
  settings: SettingsTable;
  spent_tickets: SpentTicketsTable;
  audit_log: AuditLogTable;
  audit_fts_inside: AuditFtsInsideTable;
  audit_docs: AuditDocsTable;
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
