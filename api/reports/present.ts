// What leaves of a report: to moderators.
import type { ReportView } from '../contract/reports.ts';
import { instant } from '../db/instant.ts';
import type { ReportRow } from './queries.ts';

function targetTitle(row: ReportRow): string {
  if (row.type === 'comment') return row.comment_content ?? '';
  return row.type === 'description' ? row.track_description : row.track_title;
}

export function presentReport(row: ReportRow): ReportView {
  return {
    id: row.id,
    type: row.type,
    targetId: row.target_id,
    targetTitle: targetTitle(row),
    trackId: row.track_id,
    reporterId: row.reporter_id,
    reporterUsername: row.reporter_username,
    reason: row.reason,
    status: row.status,
    createdAt: instant(row.created_at),
    reviewedBy: row.reviewed_by === null ? null : 'admin',
    reviewedAt: instant(row.reviewed_at),
  };
}

/** For the person's own copy of everything. */
export const exportedReport = (
  row: Pick<ReportRow, 'id' | 'type' | 'target_id' | 'reason' | 'status' | 'created_at'>,
) => ({
  id: row.id,
  type: row.type,
  targetId: row.target_id,
  reason: row.reason,
  status: row.status,
  createdAt: instant(row.created_at),
});
