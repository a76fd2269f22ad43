// Reports, decisions about them, and appeals.

import { refuseOwnCase } from '../accounts/ownCase.ts';
import { type ActionContext, implement, signedIn } from '../action.ts';
import { findComment } from '../comments/queries.ts';
import { removeCommentById } from '../comments/store.ts';
import {
  type DecidedType,
  GRAVITIES,
  gravityOf,
  type ReportCategory,
  type ReportOutcome,
  type ReportType,
} from '../contract/reportCategories.ts';
import { decisionCalls, reportCalls } from '../contract/reports.ts';
import { noteDecision } from '../db/ledger.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { EvidenceSubject } from '../evidence/queries.ts';
import { noteDecided, sealEvidence } from '../evidence/store.ts';
import { noteMaterial } from '../material/store.ts';
import { followReports, hidesRecording } from '../moderation/hiding.ts';
import { notify } from '../notifications/notify.ts';
import { bookmarkersOf } from '../reactions/queries.ts';
import { unlinkBlob } from '../tracks/doomedStore.ts';
import { findReportable } from '../tracks/queries.ts';
import { clearDescription, restoreTrack, takeDownTrack } from '../tracks/store.ts';
import { doomUnneeded } from '../uploads/endedHold.ts';
import { findUpload } from '../uploads/queries.ts';
import { releaseUpload } from '../uploads/release.ts';
import { refuseReplacedUnderReview } from '../uploads/replacing.ts';
import { forfeitTrust } from '../uploads/trustStore.ts';
import { callersPart, reportContexts } from './context.ts';
import { refuseForeignAppeal, refuseForeignRejection, refuseLateAppeal, refuseUndecided } from './policy.ts';
import { presentDecidedReport, presentDecision, presentReport } from './present.ts';
import {
  decisionsAbout,
  findDecision,
  findOpenReport,
  findReport,
  isUpheldSince,
  listReports,
  type ReportRow,
  rejectionAppeal,
  reportsTakenWith,
  sameReports,
} from './queries.ts';
import { appealEnd, gravestOf, isUrgent, mayBecome, noticeOf, requireRule, wholeSeconds } from './rules.ts';
import {
  insertReport,
  insertTakedown,
  letHide,
  noteAppeal,
  noteAppealAnswer,
  type ReportDecision,
  type Reported,
  removeReport,
  reviewReport,
} from './store.ts';

/** The current state of the reported content. Throws `not_found`. */
async function reportedContent(
  context: ActionContext,
  type: ReportType,
  targetId: string,
): Promise<Reported> {
  if (type === 'comment') {
    const comment = await findComment(context.db, targetId, null);
    if (!comment) throw notFound('Comment');
    const { track_id: trackId, account_id: reportedId, content: words } = comment;
    return { targetId, trackId, reportedId, words, trackTitle: '' };
  }
  const track = await findReportable(context.db, targetId);
  if (!track) throw notFound('Track');
  const words = type === 'description' ? track.description : track.title;
  return { targetId, trackId: targetId, reportedId: track.account_id, words, trackTitle: track.title };
}

export const reportActions = implement(reportCalls, {
  async addReport({ report, capToken }, context) {
    const { accountId: reporterId } = signedIn(context);
    const { db, now } = context;
    const { type, category = null, atSeconds } = report;
    const targetId = report.targetId ?? (type === 'comment' ? undefined : report.trackId);
    if (targetId === undefined) throw invalid('report.targetId', 'missing', 'targetId or trackId is missing');
    const content = await reportedContent(context, type, targetId);
    const gravity = GRAVITIES.indexOf(gravityOf(category));
    const known = await findOpenReport(db, { type, targetId, reporterId, gravity });
    const { trackId } = content;
    // An urgent one may come again with the proof of work that the first one lacked.
    const hides =
      (known === undefined || (isUrgent(category) && known.hides === 0)) &&
      (await hidesRecording(context, { type, targetId, trackId, category }, capToken));
    const said = {
      reporterId,
      category,
      atSeconds: wholeSeconds(atSeconds),
      reason: report.reason ?? '',
    };
    const id = known?.id ?? (await insertReport(db, { type, ...content, ...said, hides }, now));
    if (known && hides) await letHide(db, id);
    if (gravityOf(category) === 'urgent') await sealEvidence(db, evidenceOf(type, content), 'report', now);
    if (hides) await followReports(db, trackId, now);
    return { id };
  },

  async getReports(_body, context) {
    const rows = await listReports(context.db);
    const contextOf = await reportContexts(context.db, signedIn(context).accountId, rows);
    return rows.map((row) => presentReport(row, contextOf(row)));
  },

  async deleteReport({ reportId }, context) {
    const report = await findReport(context.db, reportId);
    if (!report) throw notFound('Report');
    const ownCase = await refuseOwnCase(context, await callersPart(context, report));
    refuseUndecided(report, signedIn(context), context.now);
    await removeReport(context.db, reportId, context.now);
    await followReports(context.db, report.track_id, context.now);
    const detail = { from: report.status, type: report.type, targetId: report.target_id, ...ownCase };
    const target = { targetType: 'report', targetId: reportId };
    await context.audit({ action: 'deleteReport', ...target, detail, before: report, after: null });
    return null;
  },
});

async function requireReport(context: ActionContext, id: string): Promise<ReportRow> {
  const report = await findReport(context.db, id);
  if (!report) throw notFound('Report');
  return report;
}

const contextOf = async (context: ActionContext, report: ReportRow) =>
  (await reportContexts(context.db, signedIn(context).accountId, [report]))(report);

function evidenceOf(type: DecidedType, about: { targetId: string; trackId: string }): EvidenceSubject {
  if (type === 'comment' || type === 'upload') return { subject: type, id: about.targetId };
  return { subject: 'track', id: about.trackId };
}

/** The case notes the decision; one that only a dismissed report opened ends. */
async function followEvidence(context: ActionContext, about: EvidenceSubject): Promise<void> {
  const { db, deps, now } = context;
  const file = await doomUnneeded(db, await noteDecided(db, about, now), now);
  if (file !== null) context.afterCommit(() => unlinkBlob(deps, file));
}

async function takeDown(
  { db, now }: ActionContext,
  { type, target_id: id }: ReportRow,
  removal: { eraseAt: number; category: ReportCategory | null },
): Promise<void> {
  if (type === 'comment') return removeCommentById(db, id, now);
  if (type === 'description') return clearDescription(db, id, now);
  await takeDownTrack(db, id, removal, now);
}

const UNDECIDED = {
  outcome: null,
  ruleId: null,
  decisionReason: '',
  atSeconds: null,
  ownerNotified: false,
  appealUntil: null,
};

async function decide(context: ActionContext, { id }: ReportRow, decision: ReportDecision): Promise<void> {
  const { db, now } = context;
  await reviewReport(db, id, decision, now);
  await noteDecision(db, 'reportReviewed', id, { ...decision }, now);
}

/** Notifies of the outcome without quoting the content. */
async function settle(context: ActionContext, report: ReportRow, decision: ReportDecision): Promise<void> {
  await decide(context, report, decision);
  const type = decision.outcome === 'removed' ? 'report_removed' : 'report_kept';
  if (report.reporter_id === null) return;
  await notify(context.db, { accountId: report.reporter_id, type, actorId: null }, context.now);
}

/** Returns the number of reports that it settled. */
async function resolve(
  context: ActionContext,
  report: ReportRow,
  outcome: ReportOutcome,
  stated: { ruleId: string | undefined; decisionReason: string; atSeconds: number | undefined },
): Promise<number> {
  const takesDown = outcome === 'removed' && report.is_there === 1;
  const rule = takesDown ? requireRule(context, stated.ruleId) : null;
  const find = outcome === 'removed' ? reportsTakenWith : sameReports;
  const others = (await find(context.db, report)).filter(({ id }) => id !== report.id);
  const evidence = evidenceOf(report.type, { targetId: report.target_id, trackId: report.track_id });
  const category = gravestOf([report, ...others, ...(rule ? [rule] : [])]);
  // The takedown of a recording seals it itself.
  const isSealed = takesDown && report.type === 'recording';
  if (outcome === 'removed' && isUrgent(category) && !isSealed)
    await sealEvidence(context.db, evidence, 'removed', context.now);
  const until = appealEnd(context.deps.env, context.now);
  if (takesDown) await takeDown(context, report, { eraseAt: until, category });
  else if (outcome === 'removed' && report.type === 'recording') {
    const recording = { subject: 'track', id: report.track_id } as const;
    await noteMaterial(context.db, recording, category, context.now);
  }
  const { accountId } = signedIn(context);
  const { decisionReason } = stated;
  const decision = {
    status: 'resolved',
    decidedBy: accountId,
    outcome,
    ruleId: rule?.id ?? null,
    decisionReason,
    atSeconds: wholeSeconds(stated.atSeconds),
  } as const;
  const { reported_id: reportedId } = report;
  const ownerNotified = takesDown && reportedId !== null;
  await settle(context, report, { ...decision, ownerNotified, appealUntil: ownerNotified ? until : null });
  for (const other of others)
    await settle(context, other, { ...decision, ownerNotified: false, appealUntil: null });
  await followReports(context.db, report.track_id, context.now);
  await followEvidence(context, evidence);
  const settled = 1 + others.length;
  if (!ownerNotified) return settled;
  await forfeitTrust(context.db, reportedId, context.now);
  const commentText = (rule && noticeOf(rule, decisionReason)) || null;
  const news = { accountId: reportedId, type: 'taken_down', actorId: null, commentText } as const;
  await notify(context.db, news, context.now);
  return settled;
}

/**
 * Undoes a takedown and notifies the owner and the accounts that saved the recording. Returns whether it was still stored. Throws
 * `conflict` if an urgent report was upheld since: the appeal is about the older decision only.
 */
async function restore({ db, now }: ActionContext, report: ReportRow): Promise<boolean> {
  if (await isUpheldSince(db, report))
    throw new ApiError(
      'conflict',
      'An urgent report about this recording was upheld since: decline the appeal',
    );
  const { target_id: trackId } = report;
  const track = await restoreTrack(db, trackId, now);
  if (!track) return false;
  await followReports(db, trackId, now);
  const about = { actorId: null, trackId, trackTitle: track.title };
  await notify(db, { accountId: track.account_id, type: 'track_restored', ...about }, now);
  for (const accountId of await bookmarkersOf(db, trackId))
    if (accountId !== track.account_id)
      await notify(db, { accountId, type: 'bookmark_restored', ...about }, now);
  return true;
}

/** Publishes a rejected upload. Returns whether its audio was still stored. */
async function publishRejected(context: ActionContext, { target_id: id }: ReportRow): Promise<boolean> {
  const { db, now } = context;
  const upload = await findUpload(db, id);
  if (upload?.status !== 'rejected' || upload.erase_at === null) return false;
  await refuseReplacedUnderReview(db, upload);
  const { accountId: decidedBy } = signedIn(context);
  const trackId = await releaseUpload(db, upload, decidedBy, now);
  if (trackId === null) return false;
  const { replaces_file: replaced } = upload;
  if (replaced !== null) context.afterCommit(() => unlinkBlob(context.deps, replaced));
  await noteDecision(db, 'uploadApproved', id, { decidedBy, trackId }, now);
  return true;
}

/** Restores what an accepted appeal is about: a recording or an upload. Returns false for other content, or if it is erased. */
async function undo(context: ActionContext, report: ReportRow): Promise<boolean> {
  if (report.type === 'recording') return restore(context, report);
  return report.type === 'upload' && publishRejected(context, report);
}

export const decisionActions = implement(decisionCalls, {
  async updateReportStatus({ reportId, status, outcome, ruleId, decisionReason, atSeconds }, context) {
    const report = await requireReport(context, reportId);
    if (!mayBecome(report.status, status))
      throw new ApiError('conflict', `A ${report.status} report cannot become ${status}`);
    const ownCase = await refuseOwnCase(context, await callersPart(context, report));
    const { accountId: decidedBy } = signedIn(context);
    const became = status === 'resolved' ? (outcome ?? (report.is_there === 1 ? 'kept' : 'removed')) : null;
    let settled = 0;
    if (became !== null)
      settled = await resolve(context, report, became, {
        ruleId,
        decisionReason: decisionReason ?? '',
        atSeconds,
      });
    else await decide(context, report, { ...UNDECIDED, status, decidedBy });
    const target = { targetType: 'report', targetId: reportId };
    const about = { type: report.type, about: report.target_id };
    const after = await requireReport(context, reportId);
    const rule = after.rule_id === null ? {} : { rule: after.rule_id };
    const detail = { from: report.status, to: status, outcome: became, ...about, ...rule, ...ownCase };
    await context.audit({ action: 'updateReportStatus', ...target, detail, before: report, after });
    return presentDecidedReport(after, await contextOf(context, after), settled);
  },

  getDecisions: async (_query, context) =>
    (await decisionsAbout(context.db, signedIn(context).accountId)).map(presentDecision),

  async appealDecision({ decisionId, appeal }, context) {
    const report = await findReport(context.db, decisionId);
    refuseForeignAppeal(report, signedIn(context));
    if (report.appeal !== null) throw new ApiError('conflict', 'This decision was appealed already');
    refuseLateAppeal(report, context.now);
    await noteAppeal(context.db, decisionId, appeal, context.now);
    return presentDecision(await findDecision(context.db, decisionId));
  },

  async appealRejection({ uploadId, appeal }, context) {
    const { db, now } = context;
    const upload = await findUpload(db, uploadId);
    refuseForeignRejection(upload, signedIn(context));
    if (upload.erase_at === null || upload.decided_by === null || now > upload.erase_at)
      throw new ApiError('conflict', 'This upload is not a rejected one, or the time to appeal is over');
    if ((await rejectionAppeal(db, uploadId)) !== undefined)
      throw new ApiError('conflict', 'This decision was appealed already');
    const rejection = {
      type: 'upload',
      targetId: uploadId,
      trackId: uploadId,
      reportedId: upload.account_id,
      words: upload.title,
      trackTitle: upload.title,
      decidedBy: upload.decided_by,
      ruleId: upload.rule_id,
      decisionReason: upload.decision_reason ?? '',
      atSeconds: upload.decision_at_seconds,
      appealUntil: upload.erase_at,
    } as const;
    const id = await insertTakedown(db, rejection, upload.decided_at ?? now);
    await noteAppeal(db, id, appeal, now);
    return presentDecision(await findDecision(db, id));
  },

  async answerAppeal({ reportId, outcome, answer }, context) {
    const { db, now } = context;
    const report = await requireReport(context, reportId);
    if (report.appeal === null || report.reported_id === null)
      throw new ApiError('conflict', 'There is no appeal against this decision');
    if (report.appeal_outcome !== null) throw new ApiError('conflict', 'This appeal is answered already');
    const ownCase = await refuseOwnCase(context, await callersPart(context, report));
    await noteAppealAnswer(db, reportId, { outcome, answer }, now);
    await noteDecision(db, 'appealAnswered', reportId, { outcome, answer }, now);
    const news = { type: 'appeal_answered', actorId: null, commentText: answer } as const;
    await notify(db, { accountId: report.reported_id, ...news }, now);
    const restored = outcome === 'accepted' && (await undo(context, report));
    await followEvidence(
      context,
      evidenceOf(report.type, { targetId: report.target_id, trackId: report.track_id }),
    );
    const after = await requireReport(context, reportId);
    const target = { targetType: 'report', targetId: reportId };
    const detail = { outcome, type: report.type, about: report.target_id, restored, ...ownCase };
    await context.audit({ action: 'answerAppeal', ...target, detail, before: report, after });
    return presentReport(after, await contextOf(context, after));
  },
});
