// Opens everything an application needs from its configuration; used by the server and the commands.
import { join } from 'node:path';
import pino from 'pino';
import { openDatabase } from './db/client.ts';
import { openLimitStore } from './db/limitStore.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { createEventHub } from './events/hub.ts';
import { createInspector } from './inspect/pool.ts';
import { standardOutput } from './log.ts';
import { createDiskStore } from './storage/disk.ts';
import { openReserve } from './storage/reserve.ts';
import { openServerKeys } from './storage/serverKey.ts';

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

/** Throws when the database or the blob folder cannot be used. */
export async function openDeps(env: Env): Promise<OpenDeps> {
  const log = pino({ level: env.logLevel, redact: REDACTED, base: null }, standardOutput);
  const database = await openDatabase(env.databaseFile);
  const limitStore = await openLimitStore(join(env.dataDirectory, 'limits.db'));
  const inspector = createInspector();
  const events = createEventHub(database.lookups, log);
  return {
    env,
    db: database.db,
    lookups: database.lookups,
    readers: database.readers,
    dataVersion: database.version,
    emptyLog: database.emptyLog,
    blobs: createDiskStore(env.blobDirectory),
    keys: openServerKeys(env.dataDirectory),
    limitStore,
    reserve: openReserve(env.dataDirectory, env.databaseReserveBytes),
    inspector,
    events,
    log,
    now: Date.now,
    close: async () => {
      events.close();
      await inspector.close();
      limitStore.close();
      await database.close();
    },
  };
}
