// Reporting, and reading and dropping reports.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { findComment } from '../comments/queries.ts';
import type { ReportType } from '../contract/reportCategories.ts';
import { reportCalls } from '../contract/reports.ts';
import { invalid, notFound } from '../errors.ts';
import { findTrack } from '../tracks/queries.ts';
import { presentReport } from './present.ts';
import { findOpenReport, findReport, listReports } from './queries.ts';
import { insertReport, type Reported, removeReport } from './store.ts';

/** What is reported, as it is now; throws `not_found` when it is not there. */
async function reportedThing(context: ActionContext, type: ReportType, targetId: string): Promise<Reported> {
  if (type === 'comment') {
    const comment = await findComment(context.db, targetId, null);
    if (!comment) throw notFound('Comment');
    const { track_id: trackId, account_id: reportedId, content: words } = comment;
    return { targetId, trackId, reportedId, words, trackTitle: '' };
  }
  const track = await findTrack(context.db, targetId, null);
  if (!track) throw notFound('Track');
  const words = type === 'description' ? track.description : track.title;
  return { targetId, trackId: targetId, reportedId: track.account_id, words, trackTitle: track.title };
}

export const reportActions = implement(reportCalls, {
  async addReport({ report }, context) {
    const { accountId: reporterId } = signedIn(context);
    const { db, now } = context;
    const { type, category = null, atSeconds } = report;
    const targetId = report.targetId ?? (type === 'comment' ? undefined : report.trackId);
    if (targetId === undefined) throw invalid('report.targetId', 'missing', 'targetId or trackId is missing');
    const thing = await reportedThing(context, type, targetId);
    const known = await findOpenReport(db, { type, targetId, reporterId });
    const said = {
      reporterId,
      category,
      atSeconds: atSeconds === undefined ? null : Math.floor(atSeconds),
      reason: report.reason ?? '',
    };
    const id = known?.id ?? (await insertReport(db, { type, ...thing, ...said }, now));
    return { id };
  },

  getReports: async (_body, { db }) => (await listReports(db)).map(presentReport),

  async deleteReport({ reportId }, context) {
    const report = await findReport(context.db, reportId);
    if (!report) throw notFound('Report');
    await removeReport(context.db, reportId, context.now);
    const detail = { from: report.status, type: report.type, targetId: report.target_id };
    const target = { targetType: 'report', targetId: reportId };
    await context.audit({ action: 'deleteReport', ...target, detail, before: report, after: null });
    return null;
  },
});
