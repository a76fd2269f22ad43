// What the application needs from outside. Tests pass their own.
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LedgerMirror } from './db/ledgerMirror.ts';
import type { LimitStore } from './db/limitStore.ts';
import type { ReadPool } from './db/reads.ts';
import type { Schema } from './db/schema.ts';
import type { Env } from './env.ts';
import type { EventHub } from './events/hub.ts';
import type { Inspector } from './inspect/inspector.ts';
import type { BlobStore } from './storage/blobs.ts';
import type { Reserve } from './storage/reserve.ts';
import type { ServerKeys } from './storage/serverKey.ts';
import type { TemporaryFiles } from './storage/temporary.ts';

export interface Deps {
  env: Env;
  /** Writes. */
  db: Kysely<Schema>;
  /** Milliseconds `db` has used this thread so far. */
  writerSpent: () => number;
  /** Reads a few rows by their key, on this thread. */
  lookups: Kysely<Schema>;
  /** Every other read, off this thread. */
  readers: ReadPool;
  /** A value that changes with every change of the database. */
  dataVersion: () => string;
  /** When it resolves, the write-ahead log no longer contains erased data. */
  emptyLog: () => Promise<void>;
  /** When it resolves, the database no longer contains any byte of erased data. */
  compact: () => Promise<void>;
  blobs: BlobStore;
  /** Local files while a request works on them. */
  temporary: TemporaryFiles;
  keys: ServerKeys;
  reserve: Reserve;
  inspector: Inspector;
  /** The second copy of the ledger. */
  ledger: LedgerMirror;
  /** Spent request budgets. */
  limitStore: LimitStore;
  /** Sends events to the connections of `/api/events`. */
  events: EventHub;
  log: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
}
