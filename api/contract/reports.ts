// Reports: moderators see them, nobody else.

export type { ReportView } from './views/reports.ts';

export const REPORT_TYPES = ['recording', 'comment', 'description'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewed', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
