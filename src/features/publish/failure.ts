// Upload failures, and whether a retry may succeed.
import type { FieldProblem } from '../../../api/contract/errors.ts';
import { ApiError } from '../../api/client.ts';
import { UploadError } from '../../api/upload.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { StorageError } from '../../storage/errors.ts';

/** Plain data: stored with a waiting upload. */
export type PublishFailure =
  | { kind: 'pow' }
  | { kind: 'gone' }
  | { kind: 'invalid_json' }
  /** The server's own text, from a reply without an error code. */
  | { kind: 'said'; status: number; text: string }
  | { kind: 'status'; status: number; text: string }
  /** `at`: the field that was refused, where the server names one. `until`: when a limit ends, milliseconds since 1970. */
  | { kind: 'call'; code: FailureCode; at?: FieldProblem; until?: number }
  | { kind: 'unknown' };

function call(code: FailureCode, { at, retryAfterSeconds }: ApiError | UploadError): PublishFailure {
  const until = code === 'rate_limited' && retryAfterSeconds ? Date.now() + retryAfterSeconds * 1000 : null;
  return { kind: 'call', code, ...(at && { at }), ...(until && { until }) };
}

/** No limit is longer: one that ends later was stored while this device's clock was ahead. */
const LONGEST_LIMIT_MS = 24 * 3600 * 1000;

/** End of the upload limit, milliseconds since 1970; 0 for other failures, and for an end that cannot be. */
export function limitEnd(failure: PublishFailure | null | undefined): number {
  const until = failure?.kind === 'call' ? (failure.until ?? 0) : 0;
  return until > Date.now() + LONGEST_LIMIT_MS ? 0 : until;
}

export function failureOf(error: unknown): PublishFailure {
  if (error instanceof StorageError) return { kind: 'gone' };
  if (error instanceof ApiError) return call(error.code, error);
  // Before the upload, everything else is the engine: hashing or the proof of work.
  if (!(error instanceof UploadError)) return { kind: 'pow' };
  if (error.kind === 'invalid_json') return { kind: 'invalid_json' };
  if (error.code) return call(error.code, error);
  if (error.kind === 'refused') return { kind: 'said', status: error.status, text: error.detail };
  if (error.status > 0) return { kind: 'status', status: error.status, text: error.detail };
  return { kind: 'unknown' };
}

const OUT_OF_REACH: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'offline',
  'captive_portal',
  'bad_reply',
]);

/** The same for a stored failure. */
export const isUnreachable = (failure: PublishFailure | null | undefined): boolean =>
  failure?.kind === 'unknown' || (failure?.kind === 'call' && OUT_OF_REACH.has(failure.code));

/** True when our server did not answer: the upload may wait on this device. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof UploadError) return error.kind === 'unreachable' || error.kind === 'html';
  return error instanceof ApiError && OUT_OF_REACH.has(error.code);
}

/** Codes that may pass by themselves. */
const PASSING: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'offline',
  'captive_portal',
  'bad_reply',
  'busy',
  'conflict',
  'rate_limited',
  'too_slow',
  'storage_full',
  'store_unreachable',
  'inspection_unavailable',
  'internal',
  'cap_token_missing',
  'cap_token_invalid',
  'cap_token_expired',
  'cap_token_used',
  'wrong_offset',
]);

/** Whether the same upload may succeed later, unchanged. */
export function mayPass(failure: PublishFailure): boolean {
  switch (failure.kind) {
    case 'pow':
    case 'invalid_json':
    case 'unknown':
      return true;
    case 'status':
    case 'said':
      return failure.status >= 500;
    case 'call':
      return PASSING.has(failure.code);
    case 'gone':
      return false;
  }
}
