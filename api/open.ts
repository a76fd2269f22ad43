// Opens everything an application needs from its configuration; used by the server and the commands.
import { join } from 'node:path';
import pino from 'pino';
import { createClock } from './clock.ts';
import { keyAuditLogOnce } from './db/auditLog.ts';
import { type OpenDatabase, openDatabase } from './db/client.ts';
import { createLedgerMirror, mirrorFile } from './db/ledgerMirror.ts';
import { openLimitStore } from './db/limitStore.ts';
import { openReads } from './db/reads.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { watchChanges } from './events/changeStore.ts';
import { createEventHub } from './events/hub.ts';
import { createInspector } from './inspect/pool.ts';
import { standardOutput } from './log.ts';
import { openStorage } from './storage/open.ts';
import { openReserve } from './storage/reserve.ts';
import { openServerKeys, type ServerKeys } from './storage/serverKey.ts';
import { openTemporaryFiles } from './storage/temporary.ts';

/** Secrets and personal data never reach the log, whatever a caller puts into an object. */
const REDACTED = [
  'password',
  'token',
  'cookie',
  'authorization',
  'email',
  'title',
  '*.password',
  '*.token',
  '*.email',
];

export interface OpenDeps extends Deps {
  close(): Promise<void>;
}

/** The database with the server's keys, its audit log under them. Throws when it cannot be used. */
export async function openKeyedDatabase(
  env: Pick<Env, 'databaseFile' | 'dataDirectory'>,
): Promise<{ database: OpenDatabase; keys: ServerKeys }> {
  const database = await openDatabase(env.databaseFile);
  const keys = openServerKeys(env.dataDirectory);
  await keyAuditLogOnce(database.db, keys.audit, join(env.dataDirectory, 'audit.keyed'));
  return { database, keys };
}

/** Throws when the database or the blob folder cannot be used. */
export async function openDeps(env: Env): Promise<OpenDeps> {
  const log = pino({ level: env.logLevel, redact: REDACTED, base: null }, standardOutput);
  const { database, keys } = await openKeyedDatabase(env);
  const ledger = createLedgerMirror(database.db, mirrorFile(env.databaseFile));
  await ledger.compare();
  const reads = await openReads(env.databaseFile);
  const limitStore = await openLimitStore(join(env.dataDirectory, 'limits.db'));
  const inspector = createInspector();
  const blobs = await openStorage(env);
  const events = createEventHub(reads.lookups, log);
  watchChanges(database.raw, events.note);
  database.onCommit(() => {
    reads.changed();
    events.committed();
  });
  return {
    env,
    db: database.db,
    writerSpent: database.spent,
    lookups: reads.lookups,
    readers: reads.readers,
    dataVersion: reads.version,
    emptyLog: database.emptyLog,
    blobs,
    temporary: openTemporaryFiles(env.temporaryDirectory),
    keys,
    ledger,
    limitStore,
    reserve: openReserve(env.dataDirectory, env.databaseReserveBytes),
    inspector,
    events,
    log,
    now: createClock(),
    close: async () => {
      events.close();
      await inspector.close();
      blobs.close();
      limitStore.close();
      await reads.close();
      await database.close();
    },
  };
}
