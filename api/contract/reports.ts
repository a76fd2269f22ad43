// Reports: moderators see them, nobody else.

export const REPORT_TYPES = ['recording', 'comment', 'description'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_STATUSES = ['pending', 'reviewed', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export interface ReportView {
  id: string;
  type: ReportType;
  targetId: string;
  targetTitle: string;
  trackId: string;
  reporterId: string;
  reporterUsername: string;
  reason: string;
  status: ReportStatus;
  createdAt: string;
  /** The literal 'admin' (S2 §4); the audit log knows who. */
  reviewedBy: string | null;
  reviewedAt: string | null;
}
