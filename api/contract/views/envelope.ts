// A refusal as every call answers it.
import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode, FIELD_ISSUES } from '../errors.ts';

export const failure = z.strictObject({
  success: z.literal(false),
  /** A sentence for a log; the code is what programs read, and what people are told follows from it. */
  error: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  /** Set on 422: the field it is about, and what is wrong with it. */
  field: z.optional(z.string()),
  issue: z.optional(z.enum(FIELD_ISSUES)),
  /** Set on 5xx: the id under which the server logged the cause. */
  requestId: z.optional(z.string()),
});
export type Failure = z.output<typeof failure>;
