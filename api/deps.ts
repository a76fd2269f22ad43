// What an application needs from outside; tests hand in their own.
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
  /** Milliseconds `db` has kept this thread so far. */
  writerSpent: () => number;
  /** Looks at a few rows by their key. */
  lookups: Kysely<Schema>;
  /** Every other read, beside this thread. */
  readers: ReadPool;
  /** Differs whenever a row of the database has changed. */
  dataVersion: () => string;
  /** What was erased stands in no log of the database when it resolves. */
  emptyLog: () => Promise<void>;
  blobs: BlobStore;
  /** Files of this machine while a request works on them. */
  temporary: TemporaryFiles;
  keys: ServerKeys;
  reserve: Reserve;
  inspector: Inspector;
  /** The ledger's second copy. */
  ledger: LedgerMirror;
  /** Spent request budgets. */
  limitStore: LimitStore;
  /** Who listens to `/api/events`. */
  events: EventHub;
  log: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
}
