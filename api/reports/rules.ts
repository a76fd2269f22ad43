// Which way a report's status may go (S2 §4): pending → reviewed → resolved, forward only.
import type { ReportStatus } from '../contract/reports.ts';

const NEXT: Record<ReportStatus, readonly ReportStatus[]> = {
  pending: ['reviewed', 'resolved'],
  reviewed: ['resolved'],
  resolved: [],
};

export const mayBecome = (from: ReportStatus, to: ReportStatus) => NEXT[from].includes(to);
