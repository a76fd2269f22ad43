// The only reader of the process environment: parsed once at start, refused with the variable's name.
import { dirname, join, resolve } from 'node:path';
import { readDatabaseUrl } from './databaseUrl.ts';
import { readStorageUrl, type S3Keys, type StoragePlace } from './storageUrl.ts';
import { emptyOnes, environment, isOn, type Values } from './variables.ts';

/** How PostgreSQL is reached; `sslmode` and other settings of the connection stand in the URL. */
export interface PostgresEnv {
  url: string;
  /** Connections of this process for writing; as many again for reading. */
  connections: number;
  /** A statement that writes is ended after this; 0 never. */
  writeTimeoutMs: number;
}

/** The configuration everything else receives; nobody else reads `process.env`. */
export interface Env {
  port: number;
  host: string;
  production: boolean;
  /** Absolute path of the SQLite file; with `postgres` it is not there, only names beside it. */
  databaseFile: string;
  /** Null on SQLite. */
  postgres: PostgresEnv | null;
  /** Where the server key lives: the folder of the SQLite file, or DATA_DIRECTORY. */
  dataDirectory: string;
  /** A key that is missing or another one takes the place of the one the database knows. */
  replacesServerKey: boolean;
  /** Where the audio is kept. */
  storage: StoragePlace;
  /** Where it was before, while it moves. */
  formerStorage: StoragePlace | null;
  /** The store becomes this database's, whatever stands in it. */
  adoptsStorage: boolean;
  /** Share of all stored files that the sweep may hold in quarantine. */
  sweepMaxPercent: number;
  /** Playback is sent to the store by an address that holds so long; 0: it goes through here. */
  storageLinkSeconds: number;
  /** Absolute path of what is received and inspected on this machine; this process has it for itself. */
  temporaryDirectory: string;
  /** Origin people use, when known; https turns the cookie's `__Host-` prefix and Secure on. */
  publicOrigin: string | null;
  /** Absolute path of the built front end; null when somebody else serves it. */
  webDirectory: string | null;
  demoMode: boolean;
  /** Whether devices may keep the app; off takes it away from those that do. */
  offlineApp: boolean;
  reviewPolicy: 'all' | 'flagged';
  trustProxy: boolean;
  logLevel: string;
  sessionIdleDays: number;
  sessionMaxDays: number;
  /** Multiplies every request limit; for load tests. */
  rateLimitFactor: number;
  /**
   * Where uploads are looked at: in this process, in others, or this process does nothing else. The last two take
   * PostgreSQL, and a store that all of them share.
   */
  inspection: 'here' | 'elsewhere' | 'only';
  /** For so long an upload may wait for somebody to look at it. */
  inspectionPatienceSeconds: number;
  /** Uploads are refused with 507 when less is free on the volume. */
  storageReserveBytes: number;
  /** Kept on the volume of the database for deletions on a full disk. */
  databaseReserveBytes: number;
  /** Audio one account may hold, waiting and unfinished uploads included. */
  accountQuotaBytes: number;
  /** Audio all accounts together may hold; null when only the disk decides. */
  storeQuotaBytes: number | null;
  /** An unfinished resumable upload is removed so long after its last byte. */
  uploadResumeSeconds: number;
  admin: { username: string; password: string } | null;
  /** Who runs this installation, for imprint and contact; null where nothing is set. */
  operator: Record<'name' | 'address' | 'email' | 'phone' | 'responsible', string | null>;
  /** What `/metrics` asks for as a bearer token; without one there is no `/metrics`. */
  metricsToken: string | null;
}

function keysOf({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Values): S3Keys | null {
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function placeOf(variable: 'STORAGE_URL' | 'STORAGE_FORMER_URL', text: string, values: Values): StoragePlace {
  try {
    return readStorageUrl(text, keysOf(values));
  } catch (error) {
    throw new Error(`The configuration cannot be used.\n${variable}: ${(error as Error).message}`);
  }
}

/** Received files get their name by a rename where that is possible: on the volume of the audio. */
function temporaryOf(storage: StoragePlace, dataDirectory: string, given: string | undefined): string {
  if (storage.kind === 's3') return resolve(given ?? join(dataDirectory, 'tmp'));
  if (given !== undefined) throw new Error('TEMPORARY_DIRECTORY is for s3://; with a folder it lies in it.');
  return join(storage.directory, 'tmp');
}

/** Throws one Error naming every wrong variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const empty = emptyOnes(source);
  const parsed = environment.safeParse(source);
  const wrong = (parsed.error?.issues ?? [])
    .filter((issue) => !empty.some((line) => line.startsWith(`${String(issue.path[0])}:`)))
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || empty.length > 0) {
    throw new Error(`The configuration cannot be used.\n${[...empty, ...wrong].join('\n')}`);
  }
  const values = parsed.data;
  if ((values.ADMIN_USERNAME === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    throw new Error('ADMIN_USERNAME and ADMIN_PASSWORD must be given together.');
  }
  const production = values.NODE_ENV === 'production';
  const place = readDatabaseUrl(values.DATABASE_URL);
  if (place.kind === 'sqlite' && values.DATA_DIRECTORY !== undefined) {
    throw new Error('DATA_DIRECTORY is for PostgreSQL; with a file it is the folder of DATABASE_URL.');
  }
  if (place.kind === 'sqlite' && values.INSPECTION !== 'here') {
    throw new Error('INSPECTION is for PostgreSQL; with a file this process looks at every upload itself.');
  }
  const dataDirectory =
    place.kind === 'sqlite' ? dirname(place.file) : resolve(values.DATA_DIRECTORY ?? 'data');
  const storage = placeOf('STORAGE_URL', values.STORAGE_URL, values);
  const former = values.STORAGE_FORMER_URL;
  return {
    port: values.PORT,
    host: values.HOST,
    production,
    databaseFile: place.kind === 'sqlite' ? place.file : join(dataDirectory, 'aural.db'),
    postgres:
      place.kind === 'postgres'
        ? {
            url: place.url,
            connections: values.DATABASE_CONNECTIONS,
            writeTimeoutMs: values.DATABASE_TIMEOUT_MS,
          }
        : null,
    dataDirectory,
    replacesServerKey: isOn(values.SERVER_KEY_REPLACE, false),
    storage,
    formerStorage: former === undefined ? null : placeOf('STORAGE_FORMER_URL', former, values),
    adoptsStorage: isOn(values.STORAGE_ADOPT, false),
    sweepMaxPercent: values.SWEEP_MAX_PERCENT,
    storageLinkSeconds: values.STORAGE_LINK_SECONDS,
    temporaryDirectory: temporaryOf(storage, dataDirectory, values.TEMPORARY_DIRECTORY),
    publicOrigin: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    webDirectory: values.WEB_DIRECTORY === 'none' ? null : resolve(values.WEB_DIRECTORY),
    demoMode: isOn(values.DEMO_MODE, !production),
    offlineApp: isOn(values.OFFLINE_APP, true),
    reviewPolicy: values.REVIEW_POLICY,
    trustProxy: isOn(values.TRUST_PROXY, false),
    logLevel: values.LOG_LEVEL,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    sessionMaxDays: values.SESSION_MAX_DAYS,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    inspection: values.INSPECTION,
    inspectionPatienceSeconds: values.INSPECTION_PATIENCE_SECONDS,
    storageReserveBytes: values.STORAGE_RESERVE_BYTES,
    databaseReserveBytes: values.DATABASE_RESERVE_BYTES,
    accountQuotaBytes: values.ACCOUNT_QUOTA_BYTES,
    storeQuotaBytes: values.STORE_QUOTA_BYTES || null,
    uploadResumeSeconds: values.UPLOAD_RESUME_SECONDS,
    admin:
      values.ADMIN_USERNAME !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD }
        : null,
    operator: {
      name: values.OPERATOR_NAME ?? null,
      address: values.OPERATOR_ADDRESS ?? null,
      email: values.OPERATOR_EMAIL ?? null,
      phone: values.OPERATOR_PHONE ?? null,
      responsible: values.OPERATOR_RESPONSIBLE ?? null,
    },
    metricsToken: values.METRICS_TOKEN ?? null,
  };
}
