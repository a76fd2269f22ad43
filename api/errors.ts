// Refusals of requests: a stable code, its status, a sentence that is safe to show, and for a 422 the field. A 422 without a
// field does not compile.
import type * as z from 'zod/mini';
import {
  ERROR_STATUS,
  type ErrorCode,
  type FieldErrorCode,
  type FieldIssue,
  type FieldProblem,
} from './contract/errors.ts';

export interface ApiErrorOptions {
  /** Sent with the answer, e.g. Retry-After. */
  headers?: Record<string, string>;
  /** Logged, never sent. */
  cause?: unknown;
  /** For standard clients, in addition to our own fields. */
  problem?: Problem;
}

/** Problem details (RFC 9457): a URI for the kind of refusal, and its extra members. */
export type Problem = { type: string } & Record<string, string | number>;

/** Codes that imply a field. */
const FIELD_OF: Record<Exclude<FieldErrorCode, 'invalid_body'>, FieldProblem> = {
  audio_damaged: { field: 'audio', issue: 'damaged' },
  audio_too_short: { field: 'audio', issue: 'too_short' },
  audio_too_long: { field: 'audio', issue: 'too_long' },
  idempotency_key_reused: { field: 'Idempotency-Key', issue: 'taken' },
};

/** An expected refusal. Any other error becomes `internal` and is logged with an id. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly problem: Problem | null;
  /** Set for every 422. */
  readonly at: FieldProblem | null;

  constructor(code: 'invalid_body', message: string, options: ApiErrorOptions & { at: FieldProblem });
  constructor(code: Exclude<ErrorCode, 'invalid_body'>, message: string, options?: ApiErrorOptions);
  constructor(code: ErrorCode, message: string, options: ApiErrorOptions & { at?: FieldProblem } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.at = options.at ?? (code in FIELD_OF ? FIELD_OF[code as keyof typeof FIELD_OF] : null);
    this.headers = options.headers ?? {};
    this.problem = options.problem ?? null;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** An invalid body or query, with its first invalid field. */
export const invalid = (field: string, issue: FieldIssue, message: string) =>
  new ApiError('invalid_body', message, { at: { field, issue } });

type SchemaIssue = z.core.$ZodIssue;

function issueOf(issue: SchemaIssue, input: unknown): FieldIssue {
  const value = issue.path.reduce<unknown>((held, key) => Object(held)[key], input);
  if (value === undefined) return 'missing';
  const isAmount = 'origin' in issue && issue.origin !== 'string' && issue.origin !== 'array';
  switch (issue.code) {
    case 'too_big':
      if (isAmount) return 'out_of_range';
      return issue.origin === 'array' ? 'too_many' : 'too_long';
    case 'too_small':
      if (isAmount) return 'out_of_range';
      return value === '' ? 'missing' : 'too_short';
    case 'invalid_type':
      return 'wrong_type';
    case 'invalid_value':
      return 'unknown_choice';
    case 'custom':
      return (issue.params?.issue as FieldIssue | undefined) ?? 'wrong_format';
    default:
      return 'wrong_format';
  }
}

/** The first problem that a schema found in `input`. `root` names an input that is no field of an object. */
export function refusedBySchema({ issues }: z.core.$ZodError, input: unknown, root = 'body'): ApiError {
  const [issue] = issues;
  if (!issue) return invalid(root, 'wrong_format', `invalid ${root}`);
  const names = issue.path.filter((key) => typeof key === 'string');
  const where = names.length > 1 ? `${issue.path.join('.')}: ` : '';
  return invalid(names.at(-1) ?? root, issueOf(issue, input), `${where}${issue.message}`);
}

export const notFound = (what: string) => new ApiError('not_found', `${what} not found`);
export const forbidden = (why: string) => new ApiError('forbidden', why);
/** The session was ended from another device. */
export const sessionEnded = () => new ApiError('session_ended', 'This session was ended from another device');
export const notSignedIn = () => new ApiError('not_signed_in', 'This call needs a session');

/** The password is missing or wrong. */
export const passwordMissing = () => new ApiError('wrong_credentials', 'This call asks for your password');

const wholeSeconds = (seconds: number) => String(Math.max(1, Math.ceil(seconds)));

/** `seconds` until a new try makes sense. */
export const rateLimited = (seconds: number, what = 'Too many requests') =>
  new ApiError('rate_limited', what, { headers: { 'Retry-After': wholeSeconds(seconds) } });

/** A used-up budget of `points`, which is full again after `seconds`. */
export const budgetSpent = (seconds: number, points: number) =>
  new ApiError('rate_limited', 'Too many requests', {
    headers: {
      'Retry-After': wholeSeconds(seconds),
      'RateLimit-Limit': String(points),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': wholeSeconds(seconds),
    },
  });
