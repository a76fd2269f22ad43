// The environment variables, what each accepts, and its default.
import * as z from 'zod/mini';
import { DATABASE_URL } from './databaseUrl.ts';

const databaseUrl = z
  .string()
  .check(z.regex(DATABASE_URL, 'DATABASE_URL must look like file:path or postgres://…'));

function integer(variable: string, minimum: number, maximum: number, fallback: number) {
  return z.pipe(
    z._default(z.string(), String(fallback)),
    z.transform((text: string, context) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
      context.issues.push({
        code: 'custom',
        input: text,
        message: `${variable} must be a whole number from ${minimum} to ${maximum}`,
      });
      return z.NEVER;
    }),
  );
}

/** One line of the operator's text: at most 300 characters, no control characters. */
function line(variable: string) {
  return z.optional(
    z
      .string()
      .check(z.trim(), z.regex(/^\P{Cc}{1,300}$/u, `${variable} must have 1 to 300 characters in one line`)),
  );
}

function flag(variable: string) {
  return z.optional(z.enum(['on', 'off', 'true', 'false', '1', '0'], `${variable} must be on or off`));
}

/** The value of a switch, or its default. */
export const isOn = (value: string | undefined, fallback: boolean) =>
  value === undefined ? fallback : value === 'on' || value === 'true' || value === '1';

/** Two connections hold the locks of jobs while a third does the work. */
const FEWEST_CONNECTIONS = 3;

/** By name, as text; an error names its variable. */
export const environment = z.object({
  PORT: integer('PORT', 0, 65535, 3000),
  HOST: z._default(z.string(), '0.0.0.0'),
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'NODE_ENV must be development, production or test'),
    'development',
  ),
  DATABASE_URL: z._default(databaseUrl, 'file:data/aural.db'),
  DATABASE_CONNECTIONS: integer('DATABASE_CONNECTIONS', FEWEST_CONNECTIONS, 500, 10),
  DATABASE_TIMEOUT_MS: integer('DATABASE_TIMEOUT_MS', 100, 600_000, 15_000),
  DATA_DIRECTORY: z.optional(z.string()),
  SERVER_KEY_REPLACE: flag('SERVER_KEY_REPLACE'),
  STORAGE_URL: z._default(z.string(), 'file:data/blobs'),
  STORAGE_FORMER_URL: z.optional(z.string()),
  STORAGE_ADOPT: flag('STORAGE_ADOPT'),
  SWEEP_MAX_PERCENT: integer('SWEEP_MAX_PERCENT', 0, 100, 1),
  STORAGE_LINK_SECONDS: integer('STORAGE_LINK_SECONDS', 0, 24 * 3600, 0),
  TEMPORARY_DIRECTORY: z.optional(z.string()),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  PUBLIC_URL: z.optional(
    z
      .url({
        protocol: /^https?$/,
        error: 'PUBLIC_URL must be an http(s) address, like https://aural.example',
      })
      .check(
        z.refine(
          (url) => !URL.canParse(url) || new URL(url).pathname === '/',
          'PUBLIC_URL must have no path, like https://aural.example',
        ),
      ),
  ),
  WEB_DIRECTORY: z._default(z.string(), 'dist/web'),
  DEMO_MODE: flag('DEMO_MODE'),
  OFFLINE_APP: flag('OFFLINE_APP'),
  SEARCH_INDEXING: flag('SEARCH_INDEXING'),
  REVIEW_POLICY: z._default(z.enum(['all', 'flagged'], 'REVIEW_POLICY must be all or flagged'), 'all'),
  TRUST_PROXY: flag('TRUST_PROXY'),
  APPEAL_DAYS: integer('APPEAL_DAYS', 1, 180, 30),
  RULES_FILE: z.optional(z.string()),
  DRAIN_SECONDS: integer('DRAIN_SECONDS', 0, 3600, 25),
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  SESSION_IDLE_DAYS: integer('SESSION_IDLE_DAYS', 1, 365, 30),
  SESSION_MAX_DAYS: integer('SESSION_MAX_DAYS', 1, 3650, 180),
  EVIDENCE_DAYS: integer('EVIDENCE_DAYS', 1, 3650, 90),
  RATE_LIMIT_FACTOR: integer('RATE_LIMIT_FACTOR', 1, 1_000_000, 1),
  INSPECTION: z._default(
    z.enum(['here', 'elsewhere', 'only'], 'INSPECTION must be here, elsewhere or only'),
    'here',
  ),
  INSPECTION_PATIENCE_SECONDS: integer('INSPECTION_PATIENCE_SECONDS', 1, 3600, 30),
  STORAGE_RESERVE_BYTES: integer('STORAGE_RESERVE_BYTES', 0, Number.MAX_SAFE_INTEGER, 200 * 1024 * 1024),
  DATABASE_RESERVE_BYTES: integer('DATABASE_RESERVE_BYTES', 0, 2 ** 32, 16 * 1024 * 1024),
  ACCOUNT_QUOTA_BYTES: integer('ACCOUNT_QUOTA_BYTES', 1, Number.MAX_SAFE_INTEGER, 5 * 1024 ** 3),
  STORE_QUOTA_BYTES: integer('STORE_QUOTA_BYTES', 0, Number.MAX_SAFE_INTEGER, 0),
  UPLOAD_RESUME_SECONDS: integer('UPLOAD_RESUME_SECONDS', 1, 30 * 24 * 3600, 24 * 3600),
  ADMIN_USERNAME: z.optional(z.string()),
  ADMIN_PASSWORD: z.optional(z.string()),
  OPERATOR_NAME: line('OPERATOR_NAME'),
  OPERATOR_ADDRESS: line('OPERATOR_ADDRESS'),
  OPERATOR_EMAIL: z.optional(z.email('OPERATOR_EMAIL must be an e-mail address')),
  OPERATOR_PHONE: line('OPERATOR_PHONE'),
  OPERATOR_RESPONSIBLE: line('OPERATOR_RESPONSIBLE'),
  OPERATOR_YOUTH_PROTECTION: line('OPERATOR_YOUTH_PROTECTION'),
  OPERATOR_DSA_AUTHORITIES: line('OPERATOR_DSA_AUTHORITIES'),
  OPERATOR_DSA_USERS: line('OPERATOR_DSA_USERS'),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
          'SECURITY_CONTACT must look like mailto:NAME@HOST or https://…',
        ),
      ),
  ),
  METRICS_TOKEN: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{16,}$/, 'METRICS_TOKEN must have 16 printable characters or more, no spaces')),
  ),
});

/** The variables that have a value: an empty one counts as unset. */
export const withoutEmpty = (source: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

/** Shorter names are near too many of other programs' variables. */
const MIN_CHECKED_LENGTH = 8;
/** Insertions, deletions and replacements that still count as a typing error. */
const MAX_TYPING_ERRORS = 2;

/** Levenshtein distance of two names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** A message for each variable whose name is nearly that of a setting. */
export function misspelt(source: Record<string, string | undefined>): string[] {
  const known = Object.keys(environment.shape);
  const checked = known.filter((name) => name.length >= MIN_CHECKED_LENGTH);
  return Object.keys(source)
    .filter((name) => !known.includes(name) && name.length >= MIN_CHECKED_LENGTH)
    .flatMap((name) => {
      const meant = checked.find((each) => distance(name, each) <= MAX_TYPING_ERRORS);
      return meant === undefined ? [] : [`${name}: there is no such setting. Did you mean ${meant}?`];
    });
}

/** The parsed variables, with defaults. */
export type Values = z.infer<typeof environment>;
