// What an upload can fail with, and whether it is worth another try by itself.
import type { FieldProblem } from '../../../api/contract/errors.ts';
import { ApiError } from '../../api/client.ts';
import { UploadError } from '../../api/upload.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { StorageError } from '../../storage/errors.ts';

/** What the red box says. Plain data: it is stored beside an upload that waits. */
export type PublishFailure =
  | { kind: 'pow' }
  | { kind: 'gone' }
  | { kind: 'invalid_json' }
  /** The server's own words, from an answer without a code of ours. */
  | { kind: 'said'; status: number; text: string }
  | { kind: 'status'; status: number; text: string }
  /** `at`: the field that was refused, where the server names one. `until`: when a limit ends, milliseconds since 1970. */
  | { kind: 'call'; code: FailureCode; at?: FieldProblem; until?: number }
  | { kind: 'unknown' };

function call(code: FailureCode, { at, retryAfterSeconds }: ApiError | UploadError): PublishFailure {
  const until = code === 'rate_limited' && retryAfterSeconds ? Date.now() + retryAfterSeconds * 1000 : null;
  return { kind: 'call', code, ...(at && { at }), ...(until && { until }) };
}

/** When the limit ends that this failure is about, milliseconds since 1970; 0 when it is about none. */
export const limitEnd = (failure: PublishFailure | null | undefined): number =>
  failure?.kind === 'call' ? (failure.until ?? 0) : 0;

export function failureOf(error: unknown): PublishFailure {
  if (error instanceof StorageError) return { kind: 'gone' };
  if (error instanceof ApiError) return call(error.code, error);
  // Everything before the upload that is not the wire is the engine: hashing or searching.
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

/** The same of a failure as it is stored. */
export const isUnreachable = (failure: PublishFailure | null | undefined): boolean =>
  failure?.kind === 'unknown' || (failure?.kind === 'call' && OUT_OF_REACH.has(failure.code));

/** True when no server of ours answered: the upload may wait on this device. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof UploadError) return error.kind === 'unreachable' || error.kind === 'html';
  return error instanceof ApiError && OUT_OF_REACH.has(error.code);
}

/** Codes that pass without anybody doing anything. */
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

/** Whether the same upload may go through a little later, unchanged. */
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
