// Deciding about what waits, and the destructive tools of admins.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { flag, passwordAgain, username } from '../fields.ts';
import { REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from '../limits.ts';
import { id, text } from '../text.ts';
import { trackView } from '../views/tracks.ts';

/** The version that was looked at; the call as specified names none: it is about what never changed. */
const version = z._default(
  z.int('version must be a whole number').check(z.positive('version must be positive')),
  1,
);

export const moderationCalls = {
  getAutoApproveStatus: get({ access: 'public', data: z.boolean() }),

  setAutoApproveStatus: post({
    access: 'admin',
    body: z.object({ status: flag('status') }),
    data: z.boolean(),
  }),

  /** Of a waiting upload or a waiting change; answers the track it became. */
  approveUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId'), version }),
    data: trackView,
  }),

  /** Of a waiting upload or a waiting change. Without a reason it carries the specification's own. */
  rejectUpload: post({
    access: 'moderator',
    makesRoom: true,
    body: z.object({
      uploadId: id('uploadId'),
      version,
      reason: z.optional(text('reason', REASON_MAX_LENGTH)),
    }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  forceDeleteTrack: post({
    access: 'admin',
    freshPassword: true,
    makesRoom: true,
    body: z.object({
      trackTitle: text('trackTitle', TITLE_MAX_LENGTH, 1),
      username,
      /** Told to the owner. */
      reason: z.optional(text('reason', REASON_MAX_LENGTH)),
      password: passwordAgain,
    }),
    data: z.strictObject({ deleted: z.number() }),
  }),

  deleteAllUserContent: post({
    access: 'admin',
    freshPassword: true,
    makesRoom: true,
    body: z.object({ password: passwordAgain }),
    data: z.strictObject({ kept: z.number() }),
  }),
};
