// Moderators' claims and escalations, uploaders' trust, and reports.
import type { Generated } from 'kysely';

/** The moderator who is reviewing an upload or edit, and until when (ms). */
export interface ReviewClaimsTable {
  upload_id: string;
  account_id: string;
  expires_at: number;
}

/** A waiting upload or edit that a moderator handed to the admins. */
export interface ReviewEscalationsTable {
  upload_id: string;
  /** Null when the account was deleted. */
  account_id: string | null;
  note: string;
  created_at: number;
}

/** A waiting upload or edit that this moderator has hidden. */
export interface ReviewHiddenTable {
  upload_id: string;
  account_id: string;
  created_at: number;
}

/** Trust of an uploader, whose uploads may skip the queue. */
export interface UploaderTrustTable {
  account_id: string;
  /** Approved uploads since the last one that was rejected or taken down. */
  clean_approvals: Generated<number>;
  /** An admin's decision; null follows the count. */
  override: 'trusted' | 'watched' | null;
}

export interface ReportsTable {
  id: string;
  type: 'recording' | 'comment' | 'description' | 'upload';
  target_id: string;
  /** The track may be gone. */
  track_id: string;
  /** Null for a decision without a report, and once the reporter's account is deleted. */
  reporter_id: string | null;
  /** The owner; null when the account was deleted. */
  reported_id: string | null;
  /** `REPORT_CATEGORIES`; null for something else. */
  category: string | null;
  /** Position in `GRAVITIES`. */
  gravity: Generated<number>;
  /** 1: the recording is hidden while this report is undecided. */
  hides: Generated<0 | 1>;
  /** Whole seconds from the start of the recording. */
  at_seconds: number | null;
  reason: string;
  /** The text at the time of the report; empty when the account was deleted. */
  words: string;
  /** Empty for comments, because the title belongs to another person. */
  track_title: string;
  status: 'pending' | 'reviewed' | 'resolved';
  created_at: number;
  reviewed_by: string | null;
  reviewed_at: number | null;
  outcome: 'removed' | 'kept' | null;
  /** Why it was closed without a decision; the status is then `resolved`. */
  closed_because: Generated<'deletedByOwner' | 'accountDeleted' | 'consentWithdrawn' | null>;
  decision_reason: Generated<string>;
  /** The rule of a removal. It may have left the list of rules since. */
  rule_id: Generated<string | null>;
  /** The moment that the decision names, in whole seconds. */
  decision_at_seconds: Generated<number | null>;
  /** 1: the reported person was notified of the decision. */
  owner_notified: Generated<0 | 1>;
  /** Last moment of an appeal; null: the decision cannot be appealed. */
  appeal_until: Generated<number | null>;
  appeal: string | null;
  appealed_at: number | null;
  appeal_outcome: Generated<'accepted' | 'declined' | null>;
  appeal_answer: Generated<string>;
  appeal_answered_at: Generated<number | null>;
}

/** The number of a report in `reports_fts_inside`; triggers write it. */
export interface ReportDocsTable {
  doc: Generated<number>;
  report_id: string;
  created_at: number;
}

/** Trigrams of the report, the reported name, and the titles then and now. */
export interface ReportsFtsInsideTable {
  rowid: number;
  words: string;
  reason: string;
  track_title: string;
  heard_title: string;
  reported: string;
}

/** Sealed material of a case; only the admins' evidence actions read it. */
export interface EvidenceTable {
  id: string;
  subject: 'track' | 'upload' | 'comment';
  subject_id: string;
  /** `EVIDENCE_CAUSES`. A case of a report ends when the report is dismissed. */
  cause: 'report' | 'rejected' | 'removed' | 'held';
  /** The audio's blob; null for a comment. While a row names it, no job deletes it. */
  file: string | null;
  /** Bytes of the audio; 0 for a comment. */
  size: Generated<number>;
  /** `EvidenceSnapshot`. */
  snapshot_json: string;
  held_at: number;
  /** The hold ends EVIDENCE_DAYS after it. */
  last_event_at: number;
  /** Set by an admin; the later end counts. */
  extended_until: Generated<number | null>;
}

/** Sound that a moderator or admin removed: never the audio, and nothing about the person. */
export interface KnownMaterialTable {
  id: string;
  /** `AudioColumns.sound_key` of the removed recording. */
  sound_key: string;
  /** `REPORT_CATEGORIES`; null for another or no reason. */
  category: string | null;
  /** When it was removed. */
  since: number;
  subject: 'track' | 'upload';
  /** Id of the track or upload; triggers clear it when that is deleted. */
  subject_id: string | null;
}
