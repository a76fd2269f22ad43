// What leaves of a report: to moderators.
import type { ReportView } from '../contract/reports.ts';
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
    createdAt: new Date(row.created_at).toISOString(),
    reviewedBy: row.reviewed_by === null ? null : 'admin',
    reviewedAt: row.reviewed_at === null ? null : new Date(row.reviewed_at).toISOString(),
  };
}
