// Accounts, sessions, blocks, follows and consents.
import type { Generated } from 'kysely';
import type { Role } from '../../contract/roles.ts';

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
  is_verified: 0 | 1;
  is_demo: 0 | 1;
  adult_confirmed_at: number | null;
  total_uploads: number;
  total_plays: Generated<number>;
  total_likes: number;
  followers_count: number;
  following_count: number;
  created_at: number;
  last_seen_at: number;
  /** When the account was deleted. */
  deleted_at: number | null;
  /** The owner has asked for deletion: hidden from others until this time, then erased by the retention job. */
  erase_at: Generated<number | null>;
}

/** The name of a removed account; `name_key` is the hash of its look-alike form. */
export interface ReservedNamesTable {
  name_key: string;
  until: number;
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
  /** A name of `BROWSERS`, a space, a name of `SYSTEMS`; empty when unknown. */
  browser: Generated<string>;
}

/** Sessions that were ended from another device. */
export interface EndedSessionsTable {
  token_hash: string;
  ended_at: Generated<number>;
}

/** A pending move to another browser; one per account. */
export interface MovesTable {
  account_id: string;
  /** Keyed hash of the phrase. */
  phrase_key: string;
  created_at: number;
  expires_at: number;
}

/** Muted and blocked accounts. */
export interface BlocksTable {
  account_id: string;
  other_id: string;
  kind: 'mute' | 'block';
  created_at: number;
}

/** The consent of all people in a recording; stays when the upload's row is deleted. */
export interface ConsentsTable {
  /** Id of the upload. */
  id: string;
  account_id: string;
  /** Version of the shown statement. */
  version: number;
  given_at: number;
  /** Keyed hash of the token for withdrawing; null while none was requested. */
  withdrawal_key: string | null;
  withdrawn_at: Generated<number | null>;
  /** The recording that got the sound of this upload; null for a first sound. */
  track_id: Generated<string | null>;
}

export interface FollowsTable {
  id: string;
  follower_id: string;
  following_id: string;
  created_at: number;
}

/** The number of an account in `accounts_fts_inside`; triggers write it. */
export interface AccountDocsTable {
  doc: Generated<number>;
  account_id: string;
}

/** Trigrams of the names and addresses of `accounts`, which stores the texts. */
export interface AccountsFtsInsideTable {
  rowid: number;
  username: string;
  email: string;
}
