// Reads the environment variables once at start. An invalid one is refused by name.

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_RULES } from './contract/defaultRules.ts';
import { type RuleList, rulesView } from './contract/rules.ts';
import { readDatabaseUrl } from './databaseUrl.ts';
import { readStorageUrl, type S3Keys, type StoragePlace } from './storageUrl.ts';
import { environment, isOn, misspelt, type Values, withoutEmpty } from './variables.ts';

const fail = (file: string, problem: string): never => {
  throw new Error(`The configuration is invalid.\nRULES_FILE ${file}: ${problem}`);
};

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return fail(
      file,
      code === undefined ? `is not JSON: ${message}` : `cannot be read (${code}). Correct the path.`,
    );
  }
}

/** Without a file: the default rules. Throws an Error that names the file, the place in it and the problem. */
function readRules(file: string | undefined): RuleList {
  if (file === undefined) return DEFAULT_RULES;
  const { data, error } = rulesView.safeParse(contentOf(file));
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `${[...path, ''].join('.')} ${message}`.trim());
  return fail(file, problems.join('\n'));
}

/** Connection to PostgreSQL. `sslmode` and other connection settings are part of the URL. */
export interface PostgresEnv {
  url: string;
  /** Connections of this process for writing, and the same number for reading. */
  connections: number;
  /** Timeout of a writing statement; 0 for none. */
  writeTimeoutMs: number;
}

/** The configuration. Nothing else reads `process.env`. */
export interface Env {
  port: number;
  host: string;
  production: boolean;
  /** Absolute path of the SQLite file. With `postgres` there is no such file; only paths in its folder are used. */
  databaseFile: string;
  /** Null on SQLite. */
  postgres: PostgresEnv | null;
  /** Folder of the server's key: that of the SQLite file, or DATA_DIRECTORY. */
  dataDirectory: string;
  /** Accept a new server key in place of the one that the database knows. */
  replacesServerKey: boolean;
  /** The audio store. */
  storage: StoragePlace;
  /** The previous audio store while audio moves to `storage`; else null. */
  formerStorage: StoragePlace | null;
  /** Assign the store to this database, whatever it contains. */
  adoptsStorage: boolean;
  /** Largest share of all stored files that the sweep may quarantine. */
  sweepMaxPercent: number;
  /** Lifetime of the store's own links for playback; 0: the server sends the audio itself. */
  storageLinkSeconds: number;
  /** Absolute path for files being received and inspected. Used by this process only. */
  temporaryDirectory: string;
  /** Public origin, if known. With https the cookie gets the `__Host-` prefix and Secure. */
  publicOrigin: string | null;
  /** Absolute path of the built front end; null when another server delivers it. */
  webDirectory: string | null;
  demoMode: boolean;
  /** Whether devices may install the app offline; off removes it from devices that have it. */
  offlineApp: boolean;
  /** Whether search engines may list the pages. */
  searchIndexing: boolean;
  reviewPolicy: 'all' | 'flagged';
  /** How long a removal or rejection can be appealed; its recording is then erased. */
  appealDays: number;
  /** What decisions are based on; the guidelines page shows them. */
  rules: RuleList;
  trustProxy: boolean;
  /** Time for running requests and inspections after SIGTERM; then the process cuts them and exits. */
  drainSeconds: number;
  logLevel: string;
  sessionIdleDays: number;
  sessionMaxDays: number;
  /** Sealed evidence is erased this many days after the last event of its case. */
  evidenceDays: number;
  /** Multiplies every request limit; for load tests. */
  rateLimitFactor: number;
  /**
   * Where uploads are inspected: in this process, in others, or this process only inspects. The last two need PostgreSQL and
   * a store that all processes share.
   */
  inspection: 'here' | 'elsewhere' | 'only';
  /** How long an upload may wait for its inspection to start. */
  inspectionPatienceSeconds: number;
  /** Uploads are refused with 507 when the volume has less free space. */
  storageReserveBytes: number;
  /** Space reserved on the database's volume, so that deletions work on a full disk. */
  databaseReserveBytes: number;
  /** Audio one account may store, including waiting and unfinished uploads. */
  accountQuotaBytes: number;
  /** Audio all accounts together may store; null for no limit but the disk. */
  storeQuotaBytes: number | null;
  /** An unfinished resumable upload is deleted this long after its last byte. */
  uploadResumeSeconds: number;
  admin: { username: string; password: string } | null;
  /** The operator, for imprint and contact; null where not set. */
  operator: Record<
    | 'name'
    | 'address'
    | 'email'
    | 'phone'
    | 'responsible'
    | 'youthProtection'
    | 'dsaAuthorities'
    | 'dsaUsers',
    string | null
  >;
  /** URI of `/.well-known/security.txt`; null: there is no such file. */
  securityContact: string | null;
  /** Bearer token of `/metrics`; null turns `/metrics` off. */
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
    throw new Error(`The configuration is invalid.\n${variable}: ${(error as Error).message}`);
  }
}

/** On the volume of the audio where possible: a received file is then stored by a rename. */
function temporaryOf(storage: StoragePlace, dataDirectory: string, given: string | undefined): string {
  if (storage.kind === 's3') return resolve(given ?? join(dataDirectory, 'tmp'));
  if (given !== undefined)
    throw new Error(
      'TEMPORARY_DIRECTORY only works with STORAGE_URL=s3://…. Remove it: a local store has its own temporary folder.',
    );
  return join(storage.directory, 'tmp');
}

const SETTINGS_FILE = '.env';

/** The process environment with the variables of `.env` in the working directory; variables that are set win. */
export function processEnvironment(): Record<string, string | undefined> {
  if (process.env.NODE_ENV === 'test' || !existsSync(SETTINGS_FILE)) return process.env;
  try {
    // Node's own error says that the file is not there.
    accessSync(SETTINGS_FILE, constants.R_OK);
  } catch {
    throw new Error(`${resolve(SETTINGS_FILE)} cannot be read by this user. Change its owner or its mode.`);
  }
  process.loadEnvFile(SETTINGS_FILE);
  return process.env;
}

/** Throws one Error naming every wrong variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = environment.safeParse(withoutEmpty(source));
  const invalid = (parsed.error?.issues ?? []).map((issue) => issue.message);
  const wrong = [...misspelt(source), ...invalid];
  if (!parsed.success || wrong.length > 0) {
    throw new Error(`The configuration is invalid.\n${wrong.join('\n')}`);
  }
  const values = parsed.data;
  if ((values.ADMIN_USERNAME === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    throw new Error('Set both ADMIN_USERNAME and ADMIN_PASSWORD, or neither.');
  }
  const production = values.NODE_ENV === 'production';
  const place = readDatabaseUrl(values.DATABASE_URL);
  if (place.kind === 'sqlite' && values.DATA_DIRECTORY !== undefined) {
    throw new Error(
      'DATA_DIRECTORY only works with PostgreSQL. Remove it: with SQLite it is the folder of DATABASE_URL.',
    );
  }
  if (place.kind === 'sqlite' && values.INSPECTION !== 'here') {
    throw new Error(
      'INSPECTION only works with PostgreSQL. Remove it: with SQLite this process inspects every upload.',
    );
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
    searchIndexing: isOn(values.SEARCH_INDEXING, true),
    reviewPolicy: values.REVIEW_POLICY,
    appealDays: values.APPEAL_DAYS,
    rules: readRules(values.RULES_FILE),
    trustProxy: isOn(values.TRUST_PROXY, false),
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    sessionMaxDays: values.SESSION_MAX_DAYS,
    evidenceDays: values.EVIDENCE_DAYS,
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
      youthProtection: values.OPERATOR_YOUTH_PROTECTION ?? null,
      dsaAuthorities: values.OPERATOR_DSA_AUTHORITIES ?? values.OPERATOR_EMAIL ?? null,
      dsaUsers: values.OPERATOR_DSA_USERS ?? values.OPERATOR_EMAIL ?? null,
    },
    securityContact:
      values.SECURITY_CONTACT ??
      (values.OPERATOR_EMAIL === undefined ? null : `mailto:${values.OPERATOR_EMAIL}`),
    metricsToken: values.METRICS_TOKEN ?? null,
  };
}
