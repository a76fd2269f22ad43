// Kinds, categories, statuses and outcomes of reports.

export const REPORT_TYPES = ['recording', 'comment', 'description'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewed', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Reasons of a report, most urgent first. A report without one has another reason. */
export const REPORT_CATEGORIES = ['minor', 'consent', 'privacy', 'hate', 'rights', 'spam'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** Shown before all others. */
export const URGENT_CATEGORIES: readonly ReportCategory[] = ['minor', 'consent'];

/** Outcomes of an appeal. */
export const APPEAL_OUTCOMES = ['accepted', 'declined'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** Parts in a case that leave its decision to others: it is about the viewer's content, they reported it, or they made the decision that is appealed. */
export const INVOLVEMENTS = ['owner', 'reporter', 'decider'] as const;
export type Involvement = (typeof INVOLVEMENTS)[number];

/** What happened to the reported content. */
export const REPORT_OUTCOMES = ['removed', 'kept'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
