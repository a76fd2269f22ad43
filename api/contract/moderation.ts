// Review decisions, claims, uploader trust, and destructive admin tools.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { flag, id, isoTime, moment, passwordAgain, shownText, text, username } from './fields.ts';
import { AUDIO_MAX_SECONDS, REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits.ts';
import { REPORT_CATEGORIES, REPORT_OUTCOMES, REPORT_STATUSES } from './reportCategories.ts';
import { HEARD_WAYS, TRUST_SETTINGS } from './review.ts';
import { trackView } from './tracks.ts';

const claimView = z.strictObject({ uploadId: z.string(), until: isoTime });
export type ClaimView = z.output<typeof claimView>;

const trustView = z.strictObject({
  setting: z.enum(TRUST_SETTINGS),
  /** Unflagged uploads skip the queue. */
  isTrusted: z.boolean(),
  /** Manual approvals since the last rejection or takedown, and how many make an account trusted. */
  cleanApprovals: z.number(),
  needed: z.number(),
});
export type TrustView = z.output<typeof trustView>;

/** The account behind a pending upload, with its newest stored decisions, at most 20. */
const uploaderRecordView = z.strictObject({
  userId: z.string(),
  username: z.string(),
  isGuest: z.boolean(),
  /** When the account was created. */
  since: isoTime,
  trust: trustView,
  published: z.number(),
  /** The account's content that was taken down after a report. */
  takenDown: z.number(),
  decisions: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      outcome: z.enum(['approved', 'rejected']),
      /** Null if approved. */
      reason: z.nullable(z.string()),
      /** False: approved automatically. */
      byPerson: z.boolean(),
      at: isoTime,
    }),
  ),
  /** For a pending edit or new sound: reports about the published recording. Empty for a new recording. */
  reports: z.array(
    z.strictObject({
      id: z.string(),
      category: z.nullable(z.enum(REPORT_CATEGORIES)),
      /** Whole seconds from the start; null if the report names no moment. */
      atSeconds: z.nullable(z.number()),
      reason: z.string(),
      status: z.enum(REPORT_STATUSES),
      outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
    }),
  ),
});
export type UploaderRecord = z.output<typeof uploaderRecordView>;

/** The version the moderator saw. Without one: the first, unchanged version. */
const version = z._default(
  z.int('version must be a whole number').check(z.positive('version must be positive')),
  1,
);

/** How much the moderator heard; logged with the decision. */
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

  /** Approves a pending upload or edit; answers the resulting track. `conflict_of_interest` for its owner. */
  approveUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId'), version, heard }),
    data: trackView,
  }),

  /**
   * Rejects a pending upload or edit; the owner reads the rule and the reason, and can appeal. Without a rule: `OTHER_RULE`,
   * because older clients send only a reason. Without a reason it gets the title of the rule, and `REJECTION_REASON` under
   * `OTHER_RULE`. `rule_required` for an unknown rule, `conflict_of_interest` for its owner.
   */
  rejectUpload: post({
    access: 'moderator',
    makesRoom: true,
    body: z.object({
      uploadId: id('uploadId'),
      version,
      heard,
      ruleId: z.optional(id('ruleId')),
      /** Facts in the moderator's words. */
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
      /** The moment that breaks the rule; not for an edit. */
      atSeconds: moment,
      /** Default: that of the rule. An urgent one (`minor`, `consent`) seals the audio as evidence. */
      category: z.optional(z.enum(REPORT_CATEGORIES, 'category must be a reason of reports')),
    }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  /**
   * Claims a pending item: other moderators see who reviews it and cannot decide it before `until`. The same moderator
   * can claim it again to extend the claim. `claimed` if another moderator holds it.
   */
  claimUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId') }),
    data: claimView,
  }),

  /** No error if the caller has no claim. */
  releaseClaim: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId') }),
    data: z.null(),
  }),

  /** Leaves the decision to an admin. */
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

  /** Hides it from the caller's queue only. */
  hideUpload: post({
    access: 'moderator',
    body: z.object({ uploadId: id('uploadId'), hidden: z._default(flag('hidden'), true) }),
    data: z.strictObject({ uploadId: z.string() }),
  }),

  /** The record of the account behind a pending item. */
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
      /** `rule_required` without a known one. */
      ruleId: z.optional(id('ruleId')),
      /** The owner sees it. */
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
