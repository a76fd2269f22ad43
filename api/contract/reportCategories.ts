// Kinds, categories, statuses and outcomes of reports.

export const REPORT_TYPES = ['recording', 'comment', 'description'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** Subjects of decisions that the owner can appeal: reported content and rejected uploads. */
export const DECIDED_TYPES = [...REPORT_TYPES, 'upload'] as const;
export type DecidedType = (typeof DECIDED_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewed', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Reasons of a report, most urgent first. A report without one has another reason. */
export const REPORT_CATEGORIES = ['minor', 'consent', 'privacy', 'hate', 'rights', 'spam'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** One of them hides the recording until it is decided, and comes before all others. */
export const URGENT_CATEGORIES: readonly ReportCategory[] = ['minor', 'consent'];
const SERIOUS_CATEGORIES: readonly ReportCategory[] = ['privacy', 'hate'];

/** Least grave first; the database stores the position. */
export const GRAVITIES = ['other', 'serious', 'urgent'] as const;
export type Gravity = (typeof GRAVITIES)[number];

export function gravityOf(category: ReportCategory | null): Gravity {
  if (category === null) return 'other';
  if (URGENT_CATEGORIES.includes(category)) return 'urgent';
  return SERIOUS_CATEGORIES.includes(category) ? 'serious' : 'other';
}

/** Reports of this many accounts hide a recording for any reason. Guests do not count. */
export const REPORTERS_TO_HIDE = 3;

/** An account with this many dismissed urgent reports no longer hides recordings; its reports still count. */
export const DISMISSED_URGENT_MAX = 3;

/** The text whose SHA-256 the ticket of a guest's urgent report is for (`getPowChallenge`). */
export const urgentProofText = (type: ReportType, targetId: string): string => `report ${type} ${targetId}`;

/** Outcomes of an appeal. */
export const APPEAL_OUTCOMES = ['accepted', 'declined'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** Parts in a case that leave its decision to others: it is about the viewer's content, they reported it, or they made the decision that is appealed. */
export const INVOLVEMENTS = ['owner', 'reporter', 'decider'] as const;
export type Involvement = (typeof INVOLVEMENTS)[number];

/** Why a report was closed without a decision: its content is gone. */
export const CLOSING_CAUSES = ['deletedByOwner', 'accountDeleted', 'consentWithdrawn'] as const;
export type ClosingCause = (typeof CLOSING_CAUSES)[number];

/** What happened to the reported content. */
export const REPORT_OUTCOMES = ['removed', 'kept'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
