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
  /** `at`: the field that was refused, where the server names one. */
  | { kind: 'call'; code: FailureCode; at?: FieldProblem }
  | { kind: 'unknown' };

const call = (code: FailureCode, at: FieldProblem | null): PublishFailure =>
  at === null ? { kind: 'call', code } : { kind: 'call', code, at };

export function failureOf(error: unknown): PublishFailure {
  if (error instanceof StorageError) return { kind: 'gone' };
  if (error instanceof ApiError) return call(error.code, error.at);
  // Everything before the upload that is not the wire is the engine: hashing or searching.
  if (!(error instanceof UploadError)) return { kind: 'pow' };
  if (error.kind === 'invalid_json') return { kind: 'invalid_json' };
  if (error.code) return call(error.code, error.at);
  if (error.kind === 'refused') return { kind: 'said', status: error.status, text: error.detail };
  if (error.status > 0) return { kind: 'status', status: error.status, text: error.detail };
  return { kind: 'unknown' };
}

/** True when no server of ours answered: the upload may wait on this device. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof UploadError) return error.kind === 'unreachable' || error.kind === 'html';
  return error instanceof ApiError && (error.code === 'offline' || error.code === 'bad_reply');
}

/** Codes that pass without anybody doing anything. */
const PASSING: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'offline',
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
