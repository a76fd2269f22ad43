// The JSON envelope of every reply.
import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode, FIELD_ISSUES } from './errors.ts';

export const failure = z.strictObject({
  success: z.literal(false),
  /** A sentence for logs. Programs read the code; people see a sentence that follows from the code. */
  error: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  /** On 422: the field and its problem. */
  field: z.optional(z.string()),
  issue: z.optional(z.enum(FIELD_ISSUES)),
  /** On 5xx: the id under which the server logged the cause. */
  requestId: z.optional(z.string()),
});
export type Failure = z.output<typeof failure>;

export interface Ok<T> {
  success: true;
  data: T;
}

export type Reply<T> = Ok<T> | Failure;
