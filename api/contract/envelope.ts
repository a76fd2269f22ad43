// The JSON envelope of every reply.
import type { Failure } from './views/envelope.ts';

export interface Ok<T> {
  success: true;
  data: T;
}

export type Reply<T> = Ok<T> | Failure;
