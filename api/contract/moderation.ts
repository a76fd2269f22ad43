// Review decisions, claims, uploader trust, and destructive admin tools.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { flag, id, isoTime, passwordAgain, shownText, text, username } from './fields.ts';
import { AUDIO_MAX_SECONDS, REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits.ts';
import { REPORT_CATEGORIES, REPORT_OUTCOMES, REPORT_STATUSES } from './reportCategories.ts';
import { HEARD_WAYS, TRUST_SETTINGS } from './review.ts';
import { trackView } from './tracks.ts';

const claimView = z.strictObject({ uploadId: z.string(), until: isoTime });
export type ClaimView = z.output<typeof claimView>;

const trustView = z.strictObject({
  setting: z.enum(TRUST_SETTINGS),
  /** Uploads skip the queue unless something speaks against them. */
  isTrusted: z.boolean(),
  /** Approved by a person since the last refusal or takedown, and how many make trust. */
  cleanApprovals: z.number(),
  needed: z.number(),
});
export type TrustView = z.output<typeof trustView>;

/** The account behind a waiting upload, with its decisions that are still kept, newest first, at most 20. */
const uploaderRecordView = z.strictObject({
  userId: z.string(),
  username: z.string(),
  isGuest: z.boolean(),
  /** Since when the account is there. */
  since: isoTime,
  trust: trustView,
  published: z.number(),
  /** Reported things of theirs that were taken down. */
  takenDown: z.number(),
  decisions: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      outcome: z.enum(['approved', 'rejected']),
      /** Null for what was approved. */
      reason: z.nullable(z.string()),
      /** False: nobody had to look at it. */
      byPerson: z.boolean(),
      at: isoTime,
    }),
  ),
  /** Reports about the published recording whose words wait; empty for a new recording, which nobody has heard. */
  reports: z.array(
    z.strictObject({
      id: z.string(),
      category: z.nullable(z.enum(REPORT_CATEGORIES)),
      /** Whole seconds from the start; null when no moment was named. */
      atSeconds: z.nullable(z.number()),
      reason: z.string(),
      status: z.enum(REPORT_STATUSES),
      outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
    }),
  ),
});
export type UploaderRecord = z.output<typeof uploaderRecordView>;

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
