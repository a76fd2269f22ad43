// What errors of PostgreSQL mean (https://www.postgresql.org/docs/15/errcodes-appendix.html), and errors of the network.
import type { DatabaseFault } from '../faults.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set(['40001', '40P01']);
const DUPLICATE = '23505';
/** Of the operating system: nobody listens there, or the connection is gone. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ENOENT',
]);
/** Sentences of `pg` and of `primary.ts` that have no code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired|no host of DATABASE_URL/;

function stateOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown; severity?: unknown }).code : null;
  return typeof code === 'string' && SQLSTATE.test(code) && 'severity' in (error as object) ? code : null;
}

export const isConflict = (error: unknown): boolean => CONFLICTS.has(stateOf(error) ?? '');
export const isDuplicate = (error: unknown): boolean => stateOf(error) === DUPLICATE;

/** The connection is lost. Whether the statement under way was done is unknown. */
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
export function postgresFault(error: unknown): DatabaseFault | null {
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
