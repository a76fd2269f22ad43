// What a request can be refused with: a stable code, its status, a sentence that is safe to show.
import { ERROR_STATUS, type ErrorCode } from './contract/errors.ts';

export interface ApiErrorOptions {
  /** Sent with the answer, e.g. Retry-After. */
  headers?: Record<string, string>;
  /** Logged, never sent. */
  cause?: unknown;
  /** Beside our own fields: what a standard client reads. */
  problem?: Problem;
}

/** Problem details (RFC 9457): a URI that names the kind of refusal, and members of its own. */
export type Problem = { type: string } & Record<string, string | number>;

/** An expected refusal. Anything else that is thrown becomes `internal` and is logged with an id. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly problem: Problem | null;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.problem = options.problem ?? null;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export const notFound = (what: string) => new ApiError('not_found', `${what} not found`);
export const forbidden = (why: string) => new ApiError('forbidden', why);
export const notSignedIn = () => new ApiError('not_signed_in', 'This call needs a session');

/** `seconds` until a new try makes sense. */
export const rateLimited = (seconds: number, what = 'Too many requests') =>
  new ApiError('rate_limited', what, { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } });
