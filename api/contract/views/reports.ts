// Reports: moderators see them. Decisions: the person whose thing was removed sees them.
import * as z from 'zod/mini';
import {
  APPEAL_OUTCOMES,
  REPORT_CATEGORIES,
  REPORT_OUTCOMES,
  REPORT_STATUSES,
  REPORT_TYPES,
} from '../reports.ts';
import { isoTime } from '../text.ts';

export const reportView = z.strictObject({
  id: z.string(),
  type: z.enum(REPORT_TYPES),
  targetId: z.string(),
  /** The reported words: the title, the comment or the description, as they were when they were reported. */
  targetTitle: z.string(),
  trackId: z.string(),
  /** As it is called now; of a recording that is gone, as it was. */
  trackTitle: z.string(),
  /** The reported thing is still there. */
  isThere: z.boolean(),
  /** Whose it is; null when that account has ended. */
  reportedId: z.nullable(z.string()),
  reportedUsername: z.nullable(z.string()),
  reporterId: z.string(),
  reporterUsername: z.string(),
  /** Null: something else. */
  category: z.nullable(z.enum(REPORT_CATEGORIES)),
  /** Whole seconds from the start of the recording; null when no moment was named. */
  atSeconds: z.nullable(z.number()),
  reason: z.string(),
  status: z.enum(REPORT_STATUSES),
  createdAt: isoTime,
  /** The literal 'admin' (S2 §4); the audit log knows who. */
  reviewedBy: z.nullable(z.literal('admin')),
  reviewedAt: z.nullable(isoTime),
  /** Null until it is resolved, and for reports resolved before outcomes were kept. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** What the reported person is told; empty when nothing was said. */
  decisionReason: z.string(),
  /** What the reported person says against the decision. */
  appeal: z.nullable(z.string()),
  appealedAt: z.nullable(isoTime),
  /** Null until a moderator has answered. */
  appealOutcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  /** What the moderator says to it; empty until then. */
  appealAnswer: z.string(),
  appealAnsweredAt: z.nullable(isoTime),
});
export type ReportView = z.output<typeof reportView>;

/** A removal, to the person whose thing it was: nothing of who reported. */
export const decisionView = z.strictObject({
  id: z.string(),
  type: z.enum(REPORT_TYPES),
  /** What was removed: the title, the comment or the description. */
  words: z.string(),
  /** Empty for a comment: the recording is somebody else's. */
  trackTitle: z.string(),
  category: z.nullable(z.enum(REPORT_CATEGORIES)),
  reason: z.string(),
  decidedAt: isoTime,
  /** Null: an appeal is still possible. */
  appeal: z.nullable(z.string()),
  /** Null until a moderator has answered. */
  appealOutcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  /** What the moderator says to it; empty until then. */
  appealAnswer: z.string(),
  appealAnsweredAt: z.nullable(isoTime),
});
export type DecisionView = z.output<typeof decisionView>;
