// What is received, looked at and waits for a decision.
import type { Generated } from 'kysely';
import type { Gender } from '../../contract/categories.ts';
import type { AudioColumns } from './audio.ts';
import type { Flag } from './flag.ts';

/** One row per published file while it is reviewed, and 30 days after the decision. */
export interface UploadsTable extends AudioColumns {
  id: string;
  account_id: string;
  /** The client's own name for this upload, lower case; unique within the account. */
  upload_key: string | null;
  /** 1 when it came; one more with every change of what the queue shows of it. */
  version: Generated<number>;
  original_name: string;
  title: string;
  description: string;
  gender: Gender;
  tags_json: string;
  container: string;
  codec: string;
  flags_json: string;
  /** 1: waits for a person whatever the mode. */
  needs_person: Generated<Flag>;
  reason: string;
  duplicate_count: number;
  file_key: string;
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
  /** Keyed hashes of the address block it was announced from, and of the IPv6 site around that. */
  address_key: string | null;
  site_key: string | null;
  /** Received bytes. While a piece arrives, this number is up to a minute old. */
  received: Generated<number>;
  /** Time of the last received bytes, or of the announcement. */
  active_at: Generated<number>;
}

/** What the two tiers of K1 are counted from; kept 30 days, also when the upload itself is gone; the address 7. */
export interface UploadEventsTable {
  id: string;
  account_id: string;
  device_key: string | null;
  address_key: string | null;
  site_key: string | null;
  file_key: string;
  seconds: number;
  created_at: number;
}

export interface SpentTicketsTable {
  nonce: string;
  expires_at: number;
}
