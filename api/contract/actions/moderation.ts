// Deciding about what waits, and the destructive tools of admins.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { flag, passwordAgain, username } from '../fields.ts';
import { AUDIO_MAX_SECONDS, REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from '../limits.ts';
import { HEARD_WAYS, TRUST_SETTINGS } from '../review.ts';
import { id, shownText, text } from '../text.ts';
import { claimView, trustView, uploaderRecordView } from '../views/moderation.ts';
import { trackView } from '../views/tracks.ts';

/** The version that was looked at; the call as specified names none: it is about what never changed. */
const version = z._default(
  z.int('version must be a whole number').check(z.positive('version must be positive')),
  1,
);

/** Noted with the decision; a caller that does not know tells nothing. */
const heard = z.optional(
  z
    .object({
      way: z.enum(HEARD_WAYS, 'heard.way must be nothing, sampled or listened'),
      seconds: z
        .number('heard.seconds must be a number')
        .check(
          z.nonnegative('heard.seconds must not be negative'),
          z.maximum(AUDIO_MAX_SECONDS, `heard.seconds must be at most ${AUDIO_MAX_SECONDS}`),
        ),
    })
    .check(
      z.refine(
        ({ way, seconds }) => (way === 'nothing') === (seconds === 0),
        'heard.seconds must be 0 exactly when nothing was heard',
      ),
    ),
);

export const moderationCalls = {
  getAutoApproveStatus: get({ access: 'public', data: z.boolean() }),

  setAutoApproveStatus: post({
    access: 'admin',
    body: z.object({ status: flag('status') }),
    data: z.boolean(),
  }),

  /** Approves a waiting upload or a waiting change; answers the track it became. */
  approveUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId'), version, heard }),
    data: trackView,
  }),

  /** Rejects a waiting upload or a waiting change. Without a reason it gets the specification's own. */
  rejectUpload: post({
    access: 'moderator',
    makesRoom: true,
    body: z.object({
      uploadId: id('uploadId'),
      version,
      heard,
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
    }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  /**
   * Claims something that waits: other moderators see who looks at it and cannot decide about it before `until`. The same
   * moderator can claim it again to keep it longer. Throws `claimed` while somebody else looks.
   */
  claimUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId') }),
    data: claimView,
  }),

  /** Harmless for what the caller has not claimed. */
  releaseClaim: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId') }),
    data: z.null(),
  }),

  /** Leaves the decision to the admins. */
  escalateUpload: post({
    access: 'moderator',
    body: z.object({
      uploadId: id('uploadId'),
      version,
      heard,
      note: z._default(shownText('note', REASON_MAX_LENGTH), ''),
    }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  /** For the caller alone; it still waits for the others. */
  hideUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId'), hidden: z._default(flag('hidden'), true) }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  /** What is known of whoever sent something that waits. */
  getUploaderRecord: get({
    access: 'moderator',
    query: z.object({ uploadId: id('uploadId') }),
    data: uploaderRecordView,
  }),

  setUploaderTrust: post({
    access: 'admin',
    body: z.object({
      userId: id('userId'),
      trust: z.enum(TRUST_SETTINGS, 'trust must be auto, trusted or watched'),
    }),
    data: trustView,
  }),

  forceDeleteTrack: post({
    access: 'admin',
    freshPassword: true,
    makesRoom: true,
    body: z.object({
      trackTitle: text('trackTitle', TITLE_MAX_LENGTH, 1),
      username,
      /** Told to the owner. */
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
      password: passwordAgain,
    }),
    data: z.strictObject({ deleted: z.number() }),
  }),

  deleteAllUserContent: post({
    access: 'admin',
    transaction: 'own',
    freshPassword: true,
    makesRoom: true,
    body: z.object({ password: passwordAgain }),
    data: z.strictObject({ kept: z.number() }),
  }),
};
