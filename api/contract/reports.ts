// Reports (seen by moderators), decisions (seen by the person whose content was removed) and appeals.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, shownText } from './fields.ts';
import { AUDIO_MAX_SECONDS, REASON_MAX_LENGTH } from './limits.ts';
import {
  APPEAL_OUTCOMES,
  REPORT_CATEGORIES,
  REPORT_OUTCOMES,
  REPORT_STATUSES,
  REPORT_TYPES,
} from './reportCategories.ts';

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

/** Counted without the blanks around it. */
const said = (what: string, min = 0) =>
  z.pipe(z.string(`${what} must be text`).check(z.trim()), shownText(what, REASON_MAX_LENGTH, min));

const report = z.object(
  {
    type: z._default(z.enum(REPORT_TYPES, 'type must be recording, comment or description'), 'recording'),
    /** May be left out where `trackId` says it: for a recording and its description. */
    targetId: z.optional(id('targetId')),
    trackId: z.optional(id('trackId')),
    category: z.optional(z.enum(REPORT_CATEGORIES, 'category is not one of the list')),
    /** Seconds from the start of the recording. */
    atSeconds: z.optional(
      z
        .number('atSeconds must be a number')
        .check(
          z.gte(0, 'atSeconds must not be negative'),
          z.lte(AUDIO_MAX_SECONDS, 'atSeconds is longer than any recording'),
        ),
    ),
    reason: z.optional(said('reason')),
  },
  'report must be an object',
);

export const reportCalls = {
  /** The same person reports the same thing once; a repeat answers the first report's id. */
  addReport: post({
    access: 'guest',
    rate: 'report',
    body: z.object({ report }),
    data: z.strictObject({ id: z.string() }),
  }),

  /** Those nobody has looked at first, the urgent ones before the others; then the newest first. */
  getReports: get({ access: 'moderator', kept: 'byRole', data: z.array(reportView) }),

  deleteReport: post({
    access: 'moderator',
    body: z.object({ reportId: id('reportId') }),
    data: z.null(),
  }),
};

export const decisionCalls = {
  /**
   * `removed` takes the reported thing away and settles every open report of it; whoever reported hears the outcome,
   * the person whose thing it was hears `decisionReason`. Without an outcome: what is still there was kept.
   */
  updateReportStatus: post({
    access: 'moderator',
    body: z.object({
      reportId: id('reportId'),
      status: z.enum(REPORT_STATUSES, 'status must be pending, reviewed or resolved'),
      outcome: z.optional(z.enum(REPORT_OUTCOMES, 'outcome must be removed or kept')),
      decisionReason: z.optional(said('decisionReason')),
    }),
    data: reportView,
  }),

  /** What was removed of the caller's, newest first. */
  getDecisions: get({ access: 'signedIn', data: z.array(decisionView) }),

  /** Once for each decision; by the person whose thing was removed. */
  appealDecision: post({
    access: 'owner',
    body: z.object({ decisionId: id('decisionId'), appeal: said('appeal', 1) }),
    data: decisionView,
  }),

  /** Once for each appeal; whoever appealed hears the answer. What was removed does not come back by it. */
  answerAppeal: post({
    access: 'moderator',
    body: z.object({
      reportId: id('reportId'),
      outcome: z.enum(APPEAL_OUTCOMES, 'outcome must be accepted or declined'),
      answer: said('answer', 1),
    }),
    data: reportView,
  }),
};
