// What a database's errors mean for a caller. Only this file knows SQLite's codes (PostgreSQL's: `postgres/faults.ts`).
// https://www.sqlite.org/rescode.html: primary codes, the low byte of extended ones.
import { postgresFault } from './postgres/faults.ts';

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

export type DatabaseFault = 'duplicate' | 'busy' | 'full' | 'read_only' | 'damaged' | 'other';

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
