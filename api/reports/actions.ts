// Reporting, and what moderators do with reports.
import { randomUUID } from 'node:crypto';
import { type ActionContext, implement, signedIn } from '../action.ts';
import { findComment } from '../comments/queries.ts';
import { reportCalls } from '../contract/actions/reports.ts';
import type { ReportType } from '../contract/reports.ts';
import { noteDecision, noteErased } from '../db/ledger.ts';
import { ApiError, notFound } from '../errors.ts';
import { findTrack } from '../tracks/queries.ts';
import { presentReport } from './present.ts';
import { findReport, type ReportRow, reviewReport, selectReports } from './queries.ts';
import { mayBecome } from './rules.ts';

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
  async addReport({ report }, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const trackId = await reportedTrack(context, report.type, report.targetId);
    const known = await db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', accountId)
      .where('type', '=', report.type)
      .where('target_id', '=', report.targetId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (known) return known;
    const id = randomUUID();
    await db
      .insertInto('reports')
      .values({
        id,
        type: report.type,
        target_id: report.targetId,
        track_id: trackId,
        reporter_id: accountId,
        reason: report.reason?.trim() ?? '',
        status: 'pending',
        created_at: now,
        reviewed_by: null,
        reviewed_at: null,
      })
      .execute();
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
    await context.db.deleteFrom('reports').where('id', '=', reportId).execute();
    await noteErased(context.db, 'report', [reportId], context.now);
    const detail = { from: report.status, type: report.type, targetId: report.target_id };
    const target = { targetType: 'report', targetId: reportId };
    await context.audit({ action: 'deleteReport', ...target, detail, before: report, after: null });
    return null;
  },
});
