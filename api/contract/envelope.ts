// The JSON envelope of every reply.
import type { ErrorCode } from './errors.ts';

export interface Ok<T> {
  success: true;
  data: T;
}

export interface Failure {
  success: false;
  /** A sentence for a person or a log; the code is what programs read. */
  error: string;
  code: ErrorCode;
  /** Set on 5xx: the id under which the server logged the cause. */
  requestId?: string;
}

export type Reply<T> = Ok<T> | Failure;
