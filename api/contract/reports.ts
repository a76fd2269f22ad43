// Reports (seen by moderators), decisions (seen by the person whose content was removed) and appeals.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, moment, text, trimmedText } from './fields.ts';
import { REASON_MAX_LENGTH } from './limits.ts';
import { CAP_TOKEN_MAX_LENGTH } from './pow.ts';
import {
  APPEAL_OUTCOMES,
  CLOSING_CAUSES,
  DECIDED_TYPES,
  GRAVITIES,
  INVOLVEMENTS,
  REPORT_CATEGORIES,
  REPORT_OUTCOMES,
  REPORT_STATUSES,
  REPORT_TYPES,
} from './reportCategories.ts';
import { FOUND_BY } from './review.ts';

export const reportView = z.strictObject({
  id: z.string(),
  /** `upload`: an appealed rejection. */
  type: z.enum(DECIDED_TYPES),
  targetId: z.string(),
  /** The reported text at the time of the report: title, comment or description. */
  targetTitle: z.string(),
  trackId: z.string(),
  /** The current title, or the last one of a deleted recording. */
  trackTitle: z.string(),
  /** Whether the reported content still exists. */
  isThere: z.boolean(),
  /** Owner of the content; null for a deleted account. */
  reportedId: z.nullable(z.string()),
  reportedUsername: z.nullable(z.string()),
  /** Never who it was: only the kind of account, and how many of its reports led to a removal. Null for a removal without a report. */
  reporter: z.nullable(z.strictObject({ isGuest: z.boolean(), reports: z.number(), confirmed: z.number() })),
  /** Null: another reason. */
  category: z.nullable(z.enum(REPORT_CATEGORIES)),
  gravity: z.enum(GRAVITIES),
  /** For the moderators' player; null once the recording is deleted. */
  recording: z.nullable(
    z.strictObject({
      url: z.string(),
      /** Seconds. */
      duration: z.number(),
      cover: z.string(),
      /** Hidden by reports, or taken down: only moderators can hear it. */
      isHidden: z.boolean(),
    }),
  ),
  /** Whole seconds from the start of the recording; null if the report names no moment. */
  atSeconds: z.nullable(z.number()),
  /** Empty for the owner of the content. */
  reason: z.string(),
  status: z.enum(REPORT_STATUSES),
  createdAt: isoTime,
  /** Always 'admin'; the audit log holds the account. */
  reviewedBy: z.nullable(z.literal('admin')),
  reviewedAt: z.nullable(isoTime),
  /** Null until resolved, and for a report that was closed. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** Why it was closed without a decision. Urgent reports wait for a decision also after their content is gone. */
  closedBecause: z.nullable(z.enum(CLOSING_CAUSES)),
  /** The rule of a removal. */
  ruleId: z.nullable(z.string()),
  /** The explanation for the reported person; may be empty. */
  decisionReason: z.string(),
  /** The reported person's objection to the decision. */
  appeal: z.nullable(z.string()),
  appealedAt: z.nullable(isoTime),
  /** Null until a moderator answers. */
  appealOutcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  /** The moderator's answer; empty until then. */
  appealAnswer: z.string(),
  appealAnsweredAt: z.nullable(isoTime),
  /** Why the viewer must leave the decision to another moderator or admin; null if they may decide. */
  barredAs: z.nullable(z.enum(INVOLVEMENTS)),
});
export type ReportView = z.output<typeof reportView>;

/** A removal as its owner sees it; it never says who reported. */
export const decisionView = z.strictObject({
  id: z.string(),
  /** `upload`: an appealed rejection. */
  type: z.enum(DECIDED_TYPES),
  /** The removed title, comment or description. */
  words: z.string(),
  /** Empty for a comment, because the recording may belong to another account. */
  trackTitle: z.string(),
  category: z.nullable(z.enum(REPORT_CATEGORIES)),
  /** The rule that it breaks. It may have left `getRules` since. */
  ruleId: z.nullable(z.string()),
  /** Facts in the moderator's words; may be empty. */
  reason: z.string(),
  /** The moment that breaks the rule, in whole seconds. */
  atSeconds: z.nullable(z.number()),
  foundBy: z.enum(FOUND_BY),
  decidedAt: isoTime,
  /** The last moment for an appeal. Null: it cannot be appealed any more. */
  appealUntil: z.nullable(isoTime),
  /** Null: the owner can still appeal. */
  appeal: z.nullable(z.string()),
  /** Null until a moderator answers. */
  appealOutcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  /** The moderator's answer; empty until then. */
  appealAnswer: z.string(),
  appealAnsweredAt: z.nullable(isoTime),
});
export type DecisionView = z.output<typeof decisionView>;

const report = z.object(
  {
    type: z._default(z.enum(REPORT_TYPES, 'type must be recording, comment or description'), 'recording'),
    /** Optional for a recording or description with a `trackId`. */
    targetId: z.optional(id('targetId')),
    trackId: z.optional(id('trackId')),
    category: z.optional(z.enum(REPORT_CATEGORIES, 'category is not one of the list')),
    /** Seconds from the start of the recording. */
    atSeconds: moment,
    reason: z.optional(trimmedText('reason', REASON_MAX_LENGTH)),
  },
  'report must be an object',
);

export const reportCalls = {
  /**
   * One undecided report per person and target; repeating it answers the id of the first one, unless the new one is urgent
   * and the first one is not. An urgent one can be repeated with the `capToken` that it lacked. An urgent report about a
   * recording or its description hides the recording until it is decided: not for a reason that a moderator dismissed on
   * this version, not from an account with `DISMISSED_URGENT_MAX` dismissed ones, and from a guest only with a `capToken`
   * for `urgentProofText` and within the budget of the address. Undecided reports of `REPORTERS_TO_HIDE` accounts, guests
   * not counted, hide it for any reason.
   */
  addReport: post({
    access: 'guest',
    rate: 'report',
    body: z.object({ report, capToken: z.optional(text('capToken', CAP_TOKEN_MAX_LENGTH)) }),
    data: z.strictObject({ id: z.string() }),
  }),

  /** Pending before reviewed, urgent first, then newest first. */
  getReports: get({ access: 'moderator', cached: true, data: z.array(reportView) }),

  /**
   * Moderators delete decided reports once no appeal is open or possible; admins also delete undecided ones that are not
   * urgent. `conflict` otherwise.
   */
  deleteReport: post({
    access: 'moderator',
    body: z.object({ reportId: id('reportId') }),
    data: z.null(),
  }),
};

export const decisionCalls = {
  /**
   * `removed` takes the recording down for `appealDays`, or deletes the comment or description, and resolves all open reports about it and what it contains; `kept` resolves those with the same
   * category. A hidden recording shows again once no report that hides it is undecided. The reporters are notified of the
   * outcome, the owner reads the rule, `decisionReason` and the moment. Without an outcome: `kept` if the content still exists.
   * `rule_required` without a known rule for content that is removed, `conflict_of_interest` for the owner and for a reporter of the content.
   */
  updateReportStatus: post({
    access: 'moderator',
    body: z.object({
      reportId: id('reportId'),
      status: z.enum(REPORT_STATUSES, 'status must be pending, reviewed or resolved'),
      outcome: z.optional(z.enum(REPORT_OUTCOMES, 'outcome must be removed or kept')),
      ruleId: z.optional(id('ruleId')),
      /** Facts in the moderator's words. */
      decisionReason: z.optional(trimmedText('decisionReason', REASON_MAX_LENGTH)),
      /** The moment that breaks the rule. */
      atSeconds: moment,
    }),
    /** `settled`: reports that this call resolved, this one included. */
    data: z.extend(reportView, { settled: z.number() }),
  }),

  /** Removed content of the caller, newest first. */
  getDecisions: get({ access: 'signedIn', data: z.array(decisionView) }),

  /** The owner can appeal each decision once, until `appealUntil`. */
  appealDecision: post({
    access: 'owner',
    body: z.object({ decisionId: id('decisionId'), appeal: trimmedText('appeal', REASON_MAX_LENGTH, 1) }),
    data: decisionView,
  }),

  /** The owner of a rejected upload can appeal once, until `appealUntil` of `getMyUploads`. The appeal is then in `getDecisions`. */
  appealRejection: post({
    access: 'owner',
    body: z.object({ uploadId: id('uploadId'), appeal: trimmedText('appeal', REASON_MAX_LENGTH, 1) }),
    data: decisionView,
  }),

  /**
   * Answers an appeal once and notifies the owner. `accepted` restores a recording with its id, counters, comments and place,
   * and notifies the accounts that saved it; comments and descriptions stay deleted. For a rejected
   * upload it publishes the upload. `conflict_of_interest` for the owner and
   * for the moderator who decided.
   */
  answerAppeal: post({
    access: 'moderator',
    body: z.object({
      reportId: id('reportId'),
      outcome: z.enum(APPEAL_OUTCOMES, 'outcome must be accepted or declined'),
      answer: trimmedText('answer', REASON_MAX_LENGTH, 1),
    }),
    data: reportView,
  }),
};
