// What the body (of a GET: the query) of each action must look like. Unknown fields are dropped, never
// stored. Server side only: the client imports the types of `actions.ts` and stays free of zod.
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, REASON_MAX_LENGTH } from './limits.ts';
import { id, nothing, sha256Hex, text } from './text.ts';

/** Challenges are given for any size, so that a too large file is refused as what it is. */
const CHALLENGE_MAX_BYTES = 2 ** 40;

const password = text('password', PASSWORD_MAX_LENGTH, 1);

export const BODIES = {
  getDatabase: nothing,
  getTracks: nothing,
  getPendingUploads: nothing,
  getAutoApproveStatus: nothing,
  getConfig: nothing,
  me: nothing,
  getPowChallenge: z.object({
    sha256: sha256Hex,
    size: z
      .int('size must be a whole number of bytes')
      .check(z.gte(0, 'size must not be negative'), z.lte(CHALLENGE_MAX_BYTES, 'size is not a file size')),
  }),
  approveUpload: z.object({ uploadId: id('uploadId') }),
  rejectUpload: z.object({ uploadId: id('uploadId'), reason: z.optional(text('reason', REASON_MAX_LENGTH)) }),
  setAutoApproveStatus: z.object({ status: z.boolean('status must be true or false') }),
  incrementPlay: z.object({ trackId: id('trackId') }),
  login: z.object({ username: text('username', 64, 1), password }),
  logout: nothing,
} as const;
