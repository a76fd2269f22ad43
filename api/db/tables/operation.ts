// The server's own tables: settings, audit log, ledger, events, jobs and counters.
import type { Generated } from 'kysely';

export interface SettingsTable {
  key: string;
  value: string;
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

/** Folded texts of the audit log, on PostgreSQL. */
export interface AuditDocsTable {
  position: number;
  inside: string;
}

/** Trigrams of `audit_log`, which stores the texts; `rowid` is the position. */
export interface AuditFtsInsideTable {
  rowid: number;
  action: string;
  target_type: string;
  target_id: string;
  detail_json: string;
}

/** Blobs to delete after the commit; the start and the hourly jobs delete what a crash left. */
export interface DoomedBlobsTable {
  file: string;
  created_at: number;
}

/** What the restore of an older backup must not undo; see `LedgerEntry`. */
export interface LedgerTable {
  position: Generated<number>;
  kind: string;
  id: string;
  detail_json: string;
  created_at: number;
}

/** Answers of writes with an `Idempotency-Key`; stored for a day. */
export interface IdempotencyKeysTable {
  account_id: string;
  /** SHA-256 of the key; this and the next two follow from the key, which is not stored. */
  key_hash: string;
  /** Hash of action and body. */
  fingerprint: string;
  /** Null when the answer was too large to store. */
  sealed_answer: Uint8Array | null;
  created_at: number;
}

/** Events in order; triggers write them. */
export interface EventsTable {
  id: Generated<number>;
  /** The receiving account; null for moderators. */
  account_id: string | null;
  /** A name of `contract/events.ts`, or `sessionEnded`, which only the server reads. */
  type: string;
  data_json: string;
  created_at: Generated<number>;
}

/** Number of events per half-hour since 1970. Triggers count; deletions do not subtract. */
export interface TalliesTable {
  /** A name of `contract/statistics.ts`. */
  subject: string;
  slot: number;
  /** Concurrent transactions count in different rows. */
  shard: Generated<number>;
  n: number;
}

/** Jobs for other processes, on PostgreSQL only; times are the database's (`jobStore.ts`). */
export interface JobsTable {
  id: string;
  kind: string;
  input_json: string;
  created_at: number;
  tries: Generated<number>;
  /** Random id of the current claim. */
  claim: string | null;
  held_until: number | null;
  outcome: string | null;
}

/** Counts by `TotalSubject`: the sum over all shards. Triggers count. */
export interface TotalsTable {
  subject: string;
  shard: number;
  n: number;
}
