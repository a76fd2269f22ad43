// What the server keeps for itself: settings, log, work and sums.
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

/** The texts of the log, folded, on PostgreSQL. */
export interface AuditDocsTable {
  position: number;
  inside: string;
}

/** Pieces of `audit_log`, which holds the texts themselves; `rowid` is the position. */
export interface AuditFtsInsideTable {
  rowid: number;
  action: string;
  target_type: string;
  target_id: string;
  detail_json: string;
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

/** What happened, in order; triggers write it. */
export interface EventsTable {
  id: Generated<number>;
  /** Whom it is for; null for the moderators. */
  account_id: string | null;
  /** A name of `contract/events.ts`, or `sessionEnded`, which is for the server alone. */
  type: string;
  data_json: string;
  created_at: Generated<number>;
}

/** How often something happened in a half-hour since 1970; triggers count, deletions do not count back. */
export interface TalliesTable {
  /** A name of `contract/statistics.ts`. */
  subject: string;
  slot: number;
  /** Concurrent transactions count in different rows. */
  shard: Generated<number>;
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
