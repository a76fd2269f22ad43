// What moderators see while they decide: who looks at what, and what is known of whoever sent it.
import * as z from 'zod/mini';
import { REPORT_CATEGORIES, REPORT_OUTCOMES, REPORT_STATUSES } from '../reports.ts';
import { TRUST_SETTINGS } from '../review.ts';
import { isoTime } from '../text.ts';

export const claimView = z.strictObject({ uploadId: z.string(), until: isoTime });

export type ClaimView = z.output<typeof claimView>;

export const trustView = z.strictObject({
  setting: z.enum(TRUST_SETTINGS),
  /** Uploads skip the queue unless something speaks against them. */
  isTrusted: z.boolean(),
  /** Approved by a person since the last refusal or takedown, and how many make trust. */
  cleanApprovals: z.number(),
  needed: z.number(),
});
export type TrustView = z.output<typeof trustView>;

/** The account behind a waiting upload, with its decisions that are still kept, newest first, at most 20. */
export const uploaderRecordView = z.strictObject({
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
