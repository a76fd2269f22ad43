// Reporting, and what moderators do with reports.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { findComment } from '../comments/queries.ts';
import { reportCalls } from '../contract/actions/reports.ts';
import type { ReportType } from '../contract/reports.ts';
import { noteDecision } from '../db/ledger.ts';
import { ApiError, notFound } from '../errors.ts';
import { findTrack } from '../tracks/queries.ts';
import { presentReport } from './present.ts';
import { findOpenReport, findReport, type ReportRow, selectReports } from './queries.ts';
import { mayBecome } from './rules.ts';
import { insertReport, removeReport, reviewReport } from './store.ts';

/** The track a report is about; throws `not_found` when the target is not there. */
async function reportedTrack(context: ActionContext, type: ReportType, targetId: string): Promise<string> {
  if (type === 'comment') {
    const comment = await findComment(context.db, targetId, null);
    if (!comment) throw notFound('Comment');
    return comment.track_id;
  }
  const track = await findTrack(context.db, targetId, null);
  if (!track) throw notFound('Track');
  return track.id;
}

async function requireReport(context: ActionContext, id: string): Promise<ReportRow> {
  const report = await findReport(context.db, id);
  if (!report) throw notFound('Report');
  return report;
}

export const reportActions = implement(reportCalls, {
  /** The same person reports the same thing once; a repeat answers the first report's id. */
  async addReport({ report: { type, targetId, reason } }, context) {
    const { accountId: reporterId } = signedIn(context);
    const { db, now } = context;
    const trackId = await reportedTrack(context, type, targetId);
    const known = await findOpenReport(db, { type, targetId, reporterId });
    const report = { type, targetId, trackId, reporterId, reason: reason?.trim() ?? '' };
    const id = known?.id ?? (await insertReport(db, report, now));
    return { id };
  },

  getReports: async (_body, { db }) => (await selectReports(db).execute()).map(presentReport),

  async updateReportStatus({ reportId, status }, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const report = await requireReport(context, reportId);
    if (!mayBecome(report.status, status)) {
      throw new ApiError('conflict', `A ${report.status} report cannot become ${status}`);
    }
    const decision = { status, decidedBy: accountId };
    await reviewReport(db, reportId, decision, now);
    await noteDecision(db, 'reportReviewed', reportId, decision, now);
    const target = { targetType: 'report', targetId: reportId };
    const detail = { from: report.status, to: status };
    const after = await requireReport(context, reportId);
    await context.audit({ action: 'updateReportStatus', ...target, detail, before: report, after });
    return presentReport(after);
  },

  async deleteReport({ reportId }, context) {
    const report = await requireReport(context, reportId);
    await removeReport(context.db, reportId, context.now);
    const detail = { from: report.status, type: report.type, targetId: report.target_id };
    const target = { targetType: 'report', targetId: reportId };
    await context.audit({ action: 'deleteReport', ...target, detail, before: report, after: null });
    return null;
  },
});
