// What moderators keep about their work, and what people report.
import type { Generated } from 'kysely';

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

/** Where `reports_fts_inside` holds a report; triggers keep it. */
export interface ReportDocsTable {
  doc: Generated<number>;
  report_id: string;
  created_at: number;
}

/** Pieces of what a report says, of names and of titles then and now. */
export interface ReportsFtsInsideTable {
  rowid: number;
  words: string;
  reason: string;
  track_title: string;
  heard_title: string;
  reporter: string;
  reported: string;
}
