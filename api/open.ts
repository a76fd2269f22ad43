// Opens the database, the store, the inspector and the event hub from the configuration, for the server and the commands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { withOwnCounts } from './blocks/queries.ts';
import { createClock } from './clock.ts';
import { keyAuditLogOnce } from './db/auditLog.ts';
import { type OpenDatabase, openDatabase, refuseEmptyFile } from './db/client.ts';
import { oneAfterAnother } from './db/jobLock.ts';
import { createLedgerMirror, mirrorFile } from './db/ledgerMirror.ts';
import { openLimitStore } from './db/limitStore.ts';
import { openReads } from './db/readPool.ts';
import type { Deps } from './deps.ts';
import type { Env, PostgresEnv } from './env.ts';
import { ApiError } from './errors.ts';
import { watchChanges } from './events/changeStore.ts';
import { isChangeKind } from './events/changes.ts';
import { createEventHub, type EventHub } from './events/hub.ts';
import { createInspector } from './inspect/pool.ts';
import { inspectElsewhere } from './jobs/inspection.ts';
import { openOwnKeys } from './jobs/ownKey.ts';
import { matchStore } from './jobs/ownStore.ts';
import { readable, standardOutput } from './log.ts';
import { requireDatabaseFile } from './storage/folders.ts';
import { openStorage } from './storage/open.ts';
import { makeRoomToStart, openReserve } from './storage/reserve.ts';
import { passingServerKeys, type ServerKeys } from './storage/serverKey.ts';
import { openTemporaryFiles } from './storage/temporary.ts';
import { presentCounters } from './tracks/present.ts';
import { findTracks } from './tracks/queries.ts';

/** Fields that never reach the log: secrets and personal data. */
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

/** Imported on demand: SQLite does not need the client. */
const openPostgres = async (env: PostgresEnv, options?: { mayCreate: boolean }) =>
  (await import('./db/postgres/open.ts')).openPostgres(env, options);

type DatabasePlaces = Pick<Env, 'databaseFile' | 'dataDirectory' | 'postgres' | 'replacesServerKey'>;

/** Closes the database and throws when the server's key does not belong to it. */
async function withKeys(
  database: Pick<OpenDatabase, 'db' | 'close'>,
  env: DatabasePlaces,
): Promise<ServerKeys> {
  try {
    return await oneAfterAnother(database.db, () => openOwnKeys(database.db, env));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database and the server's keys, for a command, which creates neither. Throws when they cannot be used. */
export async function openKeyedDatabase(
  env: DatabasePlaces,
): Promise<{ database: Pick<OpenDatabase, 'db' | 'close'>; keys: ServerKeys }> {
  if (!env.postgres) {
    if (!existsSync(env.databaseFile))
      throw new Error(
        `There is no database ${env.databaseFile} (DATABASE_URL). Correct DATABASE_URL, or start the server once.`,
      );
    requireDatabaseFile(env.databaseFile);
    await refuseEmptyFile(env.databaseFile);
    return openKeyedFile(env);
  }
  const database = await openPostgres(env.postgres, { mayCreate: false });
  return { database, keys: await withKeys(database, env) };
}

/** Puts the audit log under the keys. */
async function openKeyedFile(env: DatabasePlaces): Promise<{ database: OpenDatabase; keys: ServerKeys }> {
  const database = await openDatabase(env.databaseFile);
  const keys = await withKeys(database, env);
  await keyAuditLogOnce(database.db, keys.audit, join(env.dataDirectory, 'audit.keyed'));
  return { database, keys };
}

type Stored = Pick<
  Deps,
  | 'db'
  | 'writerSpent'
  | 'lookups'
  | 'readers'
  | 'dataVersion'
  | 'emptyLog'
  | 'compact'
  | 'keys'
  | 'ledger'
  | 'limitStore'
  | 'reserve'
>;

/** An open database, and how it reports changes to the event hub. */
interface OpenStored {
  stored: Stored;
  reportTo(events: EventHub): void;
  close(): Promise<void>;
}

async function openOnSqlite(env: Env): Promise<OpenStored> {
  makeRoomToStart(env.dataDirectory);
  const { database, keys } = await openKeyedFile(env);
  const ledger = createLedgerMirror(database.db, mirrorFile(env.databaseFile));
  await ledger.compare();
  const reads = await openReads(env.databaseFile);
  const limitStore = await openLimitStore(join(env.dataDirectory, 'limits.db'));
  return {
    stored: {
      db: database.db,
      writerSpent: database.spent,
      lookups: reads.lookups,
      readers: reads.readers,
      dataVersion: reads.version,
      emptyLog: database.emptyLog,
      compact: database.compact,
      keys,
      ledger,
      limitStore,
      reserve: openReserve(env.dataDirectory, env.databaseReserveBytes),
    },
    reportTo: (events) => {
      watchChanges(database.raw, events.note);
      database.onCommit(() => {
        reads.changed();
        events.committed();
      });
    },
    close: async () => {
      limitStore.close();
      await reads.close();
      await database.close();
    },
  };
}

/** PostgreSQL manages its log, backups and disk space itself, so there is no ledger mirror or reserve. */
async function openOnPostgres(env: Env, postgres: PostgresEnv): Promise<OpenStored> {
  const database = await openPostgres(postgres);
  const keys =
    env.inspection === 'only' ? passingServerKeys(env.dataDirectory) : await withKeys(database, env);
  const nothing = async () => {};
  return {
    stored: {
      db: database.db,
      writerSpent: database.spent,
      lookups: database.reads.lookups,
      readers: database.reads.readers,
      dataVersion: database.reads.version,
      emptyLog: nothing,
      compact: nothing,
      keys,
      ledger: { catchUp: nothing, compare: nothing },
      limitStore: database.limitStore,
      reserve: { giveUp: () => false, takeBack: () => {} },
    },
    reportTo: (events) =>
      database.listen({
        noted: (hint) => {
          const [kind = '', ...id] = hint.split(' ');
          if (isChangeKind(kind)) events.note(kind, id.join(' '));
        },
        committed: (isOurs) => {
          events.committed();
          if (!isOurs) events.wake();
        },
        missed: () => {
          events.missed();
          events.wake();
        },
      }),
    close: database.close,
  };
}

/** A store that is down does not prevent the start: the jobs check again before they delete anything. */
async function matchAtStart(pair: Pick<Deps, 'db' | 'blobs' | 'env'>, log: pino.Logger): Promise<void> {
  if (pair.env.adoptsStorage) log.warn('STORAGE_ADOPT is on. Remove it before the next start.');
  try {
    await oneAfterAnother(pair.db, () => matchStore(pair));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'store_unreachable')) throw error;
    log.warn(
      { err: error },
      'The audio store (STORAGE_URL) does not answer. The server starts and checks it again later.',
    );
  }
}

/** Throws when the database or the audio store cannot be used, or when they belong to different installations. */
export async function openDeps(env: Env): Promise<OpenDeps> {
  const lines = process.stdout.isTTY ? readable(standardOutput) : standardOutput;
  const log = pino({ level: env.logLevel, redact: REDACTED, base: null }, lines);
  const { stored, reportTo, close } = await (env.postgres
    ? openOnPostgres(env, env.postgres)
    : openOnSqlite(env));
  const blobs = await openStorage(env);
  if (env.inspection !== 'only')
    await matchAtStart({ db: stored.db, blobs, env }, log).catch(async (error) => {
      blobs.close();
      await close();
      throw error;
    });
  const inspector =
    env.inspection === 'elsewhere'
      ? inspectElsewhere({ db: stored.db, blobs }, env.inspectionPatienceSeconds * 1000)
      : createInspector();
  const events = createEventHub(stored.lookups, log, {
    countersOf: async (ids) => (await findTracks(stored.lookups, ids, null)).map(presentCounters),
    withOwnCounts: (ids) => withOwnCounts(stored.lookups, ids),
  });
  reportTo(events);
  return {
    env,
    ...stored,
    blobs,
    temporary: openTemporaryFiles(env.temporaryDirectory),
    inspector,
    events,
    log,
    now: createClock(),
    close: async () => {
      events.close();
      await inspector.close();
      blobs.close();
      await close();
    },
  };
}
