// Uploads that are received, inspected and reviewed.
import type { Generated } from 'kysely';
import type { Gender } from '../../contract/categories.ts';
import type { AudioColumns } from './audio.ts';

/** One row per uploaded file, until 30 days after the decision, or until a rejection can no longer be appealed. */
export interface UploadsTable extends AudioColumns {
  id: string;
  account_id: string;
  /** The client's own name for this upload, lower case; unique within the account. */
  upload_key: string | null;
  /** Starts at 1 and grows with every change that the queue shows. */
  version: Generated<number>;
  original_name: string;
  title: string;
  description: string;
  gender: Gender;
  tags_json: string;
  container: string;
  codec: string;
  flags_json: string;
  /** 1: needs a moderator in every review mode. */
  needs_person: Generated<0 | 1>;
  reason: string;
  duplicate_count: number;
  file_key: string;
  /** `UploadPreview` of the engine; null while there is none and after the decision. */
  preview_json: Generated<string | null>;
  /** Names of the metadata fields that were removed. */
  removed_json: Generated<string>;
  /** Transcript written by the owner. */
  transcript: Generated<string>;
  /** Whether others may comment on the track. */
  allow_comments: Generated<0 | 1>;
  consent_at: number | null;
  status: 'pending_review' | 'approved' | 'rejected';
  track_id: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
  decision_reason: string | null;
  /** Of a rejection by a moderator. */
  rule_id: Generated<string | null>;
  /** The moment that the rejection names, in whole seconds. */
  decision_at_seconds: Generated<number | null>;
  /** When the audio of a rejected upload is erased; null for others and afterwards. */
  erase_at: Generated<number | null>;
  /** The removed material that it matched when it arrived (`known_material`); null for none. */
  known_id: Generated<string | null>;
  /** The recording whose sound it replaces; null for a new recording. */
  replaces: Generated<string | null>;
  /** The blob that it replaces: once the recording has another one, it replaces nothing any more. */
  replaces_file: Generated<string | null>;
}

/** An unfinished resumable upload. The number of received bytes is the size of `file`. */
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
  /** Keyed hashes of the announcing address block and of its IPv6 site. */
  address_key: string | null;
  site_key: string | null;
  /** Received bytes; up to a minute old while a piece arrives. */
  received: Generated<number>;
  /** Time of the last received bytes, or of the announcement. */
  active_at: Generated<number>;
}

/** Counted for the upload limits. Stored for 30 days, even without the upload; the address 7 days. */
export interface UploadEventsTable {
  id: string;
  account_id: string;
  device_key: string | null;
  address_key: string | null;
  site_key: string | null;
  file_key: string;
  /** Keyed hash of the sound as we wrote it, with a key that changes (`ServerKeys.fileKeys`). */
  same_key: string | null;
  seconds: number;
  created_at: number;
}

export interface SpentTicketsTable {
  nonce: string;
  expires_at: number;
}
