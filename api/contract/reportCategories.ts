// Kinds, categories, statuses and outcomes of reports.

export const REPORT_TYPES = ['recording', 'comment', 'description'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewed', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What is wrong with it, the most urgent first; a report without one is about something else. */
export const REPORT_CATEGORIES = ['minor', 'consent', 'privacy', 'hate', 'rights', 'spam'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** Looked at before all others. */
export const URGENT_CATEGORIES: readonly ReportCategory[] = ['minor', 'consent'];

/** What became of what the reported person said against a removal. */
export const APPEAL_OUTCOMES = ['accepted', 'declined'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** What became of the reported thing. */
export const REPORT_OUTCOMES = ['removed', 'kept'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
