// A report's status only moves forward: pending → reviewed → resolved.
import type { ReportStatus } from '../contract/reportCategories.ts';

const NEXT: Record<ReportStatus, readonly ReportStatus[]> = {
  pending: ['reviewed', 'resolved'],
  reviewed: ['resolved'],
  resolved: [],
};

export const mayBecome = (from: ReportStatus, to: ReportStatus) => NEXT[from].includes(to);

/** A recording that a moderator deletes without a report; `decisionReason` may be empty. */
export const takedownOf = (
  track: { id: string; account_id: string; title: string },
  decidedBy: string,
  decisionReason: string,
) => ({
  type: 'recording' as const,
  targetId: track.id,
  trackId: track.id,
  reportedId: track.account_id,
  words: track.title,
  trackTitle: track.title,
  decidedBy,
  decisionReason,
});
