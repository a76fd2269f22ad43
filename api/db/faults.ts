// What an error of either database means for a caller. Codes: https://www.sqlite.org/rescode.html (primary codes are the low
// byte of extended ones) and https://www.postgresql.org/docs/15/errcodes-appendix.html.

// PostgreSQL and the network

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set(['40001', '40P01']);
const DUPLICATE = '23505';
/** numeric_value_out_of_range, invalid_text_representation */
const WRONG_VALUES = new Set(['22003', '22P02']);
/** Error codes of the operating system: the server does not listen, or the connection is gone. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ENOENT',
]);
/** Messages of `pg` and `postgres/primary.ts` that come without a code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired|no host of DATABASE_URL/;

function stateOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown; severity?: unknown }).code : null;
  return typeof code === 'string' && SQLSTATE.test(code) && 'severity' in (error as object) ? code : null;
}

export const isConflict = (error: unknown): boolean => CONFLICTS.has(stateOf(error) ?? '');
export const isDuplicate = (error: unknown): boolean => stateOf(error) === DUPLICATE;
/** PostgreSQL could not read a parameter as the type of its column. SQLite compares any two values. */
export const isWrongValue = (error: unknown): boolean => WRONG_VALUES.has(stateOf(error) ?? '');

/** The connection is lost. It is unknown whether the running statement was executed. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  // Class 08: the connection; 57P01 to 57P03: the server stops or starts.
  if (state !== null) return state.startsWith('08') || /^57P0[123]$/.test(state);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return (
    LOST.test(error.message) ||
    (code !== undefined && NETWORK.has(code) && /connect|read|write/.test(syscall ?? ''))
  );
}

/** Null when the error is not PostgreSQL's. */
function postgresFault(error: unknown): DatabaseFault | null {
  if (isLostConnection(error)) return 'busy';
  const state = stateOf(error);
  if (state === null) return null;
  if (state === DUPLICATE) return 'duplicate';
  if (state === '53100') return 'full';
  if (state === '25006') return 'read_only';
  if (state.startsWith('XX')) return 'damaged';
  // 53: no memory, no connection; 57014: the statement took too long; 55P03: a lock did.
  if (CONFLICTS.has(state) || /^53|^57014$|^55P03$/.test(state)) return 'busy';
  return 'other';
}

// SQLite

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;

/** SQLite's own sentences (sqlite3_errstr and sqlite3_errmsg). */
const BY_MESSAGE: readonly [RegExp, number][] = [
  [/^UNIQUE constraint failed/, SQLITE_CONSTRAINT_UNIQUE],
  [/^database is locked/, SQLITE_BUSY],
  [/^attempt to write a readonly database/, SQLITE_READONLY],
  [/^database or disk is full/, SQLITE_FULL],
  [/^database disk image is malformed/, SQLITE_CORRUPT],
  [/^file is not a database/, SQLITE_NOTADB],
];

type DatabaseFault = 'duplicate' | 'busy' | 'full' | 'read_only' | 'damaged' | 'other';

/** The extended result code of an error of SQLite, whichever way it was opened; null for any other. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const fields = error as Error & { errcode?: unknown; extendedCode?: unknown; sqliteExtendedCode?: unknown };
  for (const value of [fields.errcode, fields.extendedCode, fields.sqliteExtendedCode]) {
    if (typeof value === 'number') return value;
  }
  // The package leaves the number out where a statement that writes also returns rows.
  return BY_MESSAGE.find(([message]) => message.test(error.message))?.[1] ?? null;
}

/** `other` covers everything that is not a database's. */
export function databaseFault(error: unknown): DatabaseFault {
  const code = sqliteCode(error);
  if (code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY) return 'duplicate';
  if (code === null) return postgresFault(error) ?? 'other';
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return 'busy';
    case SQLITE_FULL:
      return 'full';
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged';
    case SQLITE_READONLY:
      return 'read_only';
    default:
      return 'other';
  }
}
