// Review decisions, claims, trust and takedowns. The same transaction writes each decision to the audit log.

import { refuseOwnCase } from '../accounts/ownCase.ts';
import { findAccount, findAccountByName } from '../accounts/queries.ts';
import { type ActionContext, type AuditAction, implement, signedIn } from '../action.ts';
import { removeSomeComments } from '../comments/store.ts';
import { autoApproveIsOn, setAutoApprove } from '../configuration/autoApprove.ts';
import { moderationCalls } from '../contract/moderation.ts';
import type { Involvement, ReportCategory } from '../contract/reportCategories.ts';
import { CLAIM_MS, type HeardOfRecording, REJECTION_REASON } from '../contract/review.ts';
import type { Rule } from '../contract/rules.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { ApiError, notFound } from '../errors.ts';
import { sealCurrent, sealEvidence } from '../evidence/store.ts';
import { notify, notifyTakedown } from '../notifications/notify.ts';
import { appealEnd, isUrgent, noticeOf, requireRule, ruleOrOther, wholeSeconds } from '../reports/rules.ts';
import { readDetails } from '../tracks/details.ts';
import { unlinkBlob, unlinkBlobs } from '../tracks/doomedStore.ts';
import { type EditRow, findEdit } from '../tracks/editQueries.ts';
import { allTrackFiles } from '../tracks/fileQueries.ts';
import { presentTrack } from '../tracks/present.ts';
import { findTrack, tracksCalled } from '../tracks/queries.ts';
import { decideEdit } from '../tracks/store.ts';
import { findUpload, type UploadRow, waitingFiles } from '../uploads/queries.ts';
import { refuseUpload, releaseUpload } from '../uploads/release.ts';
import { refuseReplacedUnderReview } from '../uploads/replacing.ts';
import { removeRecording, removeSomeUploads } from '../uploads/store.ts';
import { takeDownForRule } from '../uploads/takedown.ts';
import { setTrust, trustOf } from '../uploads/trustStore.ts';
import { refuseEscalated } from './policy.ts';
import { presentMade, presentRecord, presentTrust } from './present.ts';
import { decidedUploads, isEscalated, publishedCount, reportsOfTrack, takenDownCount } from './queries.ts';
import {
  durationOf,
  ownerOf,
  refuseClaimed,
  refuseOwnItem,
  requireDecidable,
  requireWaiting,
} from './queue.ts';
import { heardDetail, tracksToKeep } from './rules.ts';
import { addEscalation, dropClaim, putClaim, setHidden } from './store.ts';

/** What the audit log notes of a decision about a pending item. */
interface Noted {
  /** How much the caller reports having heard. */
  heard: HeardOfRecording | undefined;
  ownCase: { ownCase?: Involvement };
}

const noteOf = ({ heard, ownCase }: Noted, duration: number) => ({
  ...heardDetail(heard, duration),
  ...ownCase,
});

/** Notifies the owner, and logs who decided. */
async function closeEdit(
  context: ActionContext,
  edit: EditRow,
  action: 'approveUpload' | 'rejectUpload',
  rejection: Rejection | null,
  noted: Noted,
): Promise<void> {
  const { db, now } = context;
  const { accountId: decidedBy } = signedIn(context);
  const rejectedFor = rejection?.words ?? null;
  const ruleId = rejection?.rule.id ?? null;
  await decideEdit(db, edit, { decidedBy, rejectedFor, ruleId }, now);
  const about = { subject: 'track', id: edit.track_id } as const;
  if (isUrgent(rejection?.category ?? null)) await sealEvidence(db, about, 'rejected', now);
  else await sealCurrent(db, 'track', [edit.track_id], now);
  const type = rejectedFor === null ? 'upload_approved' : 'upload_rejected';
  const { title } = readDetails(edit.after_json);
  const subject = { trackId: edit.track_id, trackTitle: title, commentText: rejectedFor };
  await notify(db, { accountId: edit.account_id, type, actorId: null, ...subject }, now);
  const detail = {
    trackId: edit.track_id,
    ownerId: edit.account_id,
    ...(rejection === null ? {} : { rule: ruleId, reason: rejectedFor }),
    ...noteOf(noted, edit.duration),
  };
  const target = { targetType: 'edit', targetId: edit.id };
  const after = await findEdit(db, edit.id);
  await context.audit({ action, ...target, detail, before: edit, after });
  const decision = { decidedBy, reason: rejectedFor, ruleId };
  await noteDecision(db, rejectedFor === null ? 'editApproved' : 'editRejected', edit.id, decision, now);
}

async function approve(context: ActionContext, upload: UploadRow, noted: Noted): Promise<string> {
  const { accountId } = signedIn(context);
  await refuseReplacedUnderReview(context.db, upload);
  const trackId = await releaseUpload(context.db, upload, accountId, context.now);
  if (trackId === null) throw new ApiError('conflict', 'The recording is gone, or has another sound');
  const { replaces_file: replaced } = upload;
  if (replaced !== null) context.afterCommit(() => unlinkBlob(context.deps, replaced));
  const target = { targetType: 'upload', targetId: upload.id };
  const detail = { trackId, ownerId: upload.account_id, ...noteOf(noted, upload.duration) };
  const after = await findUpload(context.db, upload.id);
  await context.audit({ action: 'approveUpload', ...target, detail, before: upload, after });
  const decision = { decidedBy: accountId, trackId };
  await noteDecision(context.db, 'uploadApproved', upload.id, decision, context.now);
  return trackId;
}

interface Rejection {
  words: string;
  rule: Rule;
  /** Whole seconds. */
  atSeconds: number | null;
  category: ReportCategory | null;
}

async function reject(
  context: ActionContext,
  upload: UploadRow,
  { words, rule, atSeconds, category }: Rejection,
  noted: Noted,
) {
  const { accountId: decidedBy } = signedIn(context);
  const { db, now, deps } = context;
  const decision = {
    decidedBy,
    reason: words,
    ruleId: rule.id,
    atSeconds,
    eraseAt: appealEnd(deps.env, now),
    ...(category === null ? {} : { category }),
  };
  await refuseUpload(db, upload, decision, now);
  await noteDecision(db, 'uploadRejected', upload.id, decision, now);
  const owner = upload.account_id;
  const target = { targetType: 'upload', targetId: upload.id };
  const detail = { rule: rule.id, reason: words, ownerId: owner, ...noteOf(noted, upload.duration) };
  const after = await findUpload(db, upload.id);
  await context.audit({ action: 'rejectUpload', ...target, detail, before: upload, after });
}

export const moderationActions = implement(moderationCalls, {
  async approveUpload({ heard, ...item }, context) {
    const { accountId } = signedIn(context);
    const { found, ownCase } = await requireDecidable(context, item);
    const noted = { heard, ownCase };
    const trackId = found.kind === 'edit' ? found.edit.track_id : await approve(context, found.upload, noted);
    if (found.kind === 'edit') await closeEdit(context, found.edit, 'approveUpload', null, noted);
    const track = await findTrack(context.db, trackId, accountId);
    if (!track) throw new ApiError('conflict', 'The account of this upload is gone');
    return presentTrack(track);
  },

  async rejectUpload({ uploadId, version, ruleId, reason, atSeconds, category, heard }, context) {
    const { found, ownCase } = await requireDecidable(context, { uploadId, version });
    const rule = ruleOrOther(context, ruleId);
    const words = noticeOf(rule, reason ?? '') || REJECTION_REASON;
    const stated = { words, rule, atSeconds: wholeSeconds(atSeconds), category: category ?? rule.category };
    const noted = { heard, ownCase };
    if (found.kind === 'edit') await closeEdit(context, found.edit, 'rejectUpload', stated, noted);
    else await reject(context, found.upload, stated, noted);
    return { uploadId };
  },

  getAutoApproveStatus: (_body, { db }) => autoApproveIsOn(db),

  async setAutoApproveStatus({ status }, context) {
    const before = await autoApproveIsOn(context.db);
    await setAutoApprove(context.db, status, context.now);
    const target = { targetType: 'setting', targetId: 'auto_approve' };
    const detail = { from: before, to: status };
    await context.audit({ action: 'setAutoApproveStatus', ...target, detail, before, after: status });
    return status;
  },
});

export const reviewActions = implement(moderationCalls, {
  async claimUpload({ uploadId }, context) {
    const { db, now } = context;
    const viewer = signedIn(context);
    const isEscalatedNow = await isEscalated(db, uploadId);
    await refuseOwnItem(context, await requireWaiting(context, uploadId), isEscalatedNow);
    await refuseClaimed(context, uploadId);
    refuseEscalated(isEscalatedNow, viewer);
    const until = now + CLAIM_MS;
    await putClaim(db, uploadId, viewer.accountId, until);
    return presentMade(uploadId, until);
  },

  async releaseClaim({ uploadId }, context) {
    await dropClaim(context.db, uploadId, signedIn(context).accountId);
    return null;
  },

  async escalateUpload({ uploadId, version, note, heard }, context) {
    const { db, now } = context;
    const { accountId } = signedIn(context);
    const { found, ownCase } = await requireDecidable(context, { uploadId, version });
    const words = note.trim();
    await addEscalation(db, uploadId, { accountId, note: words }, now);
    await noteDecision(db, 'uploadEscalated', uploadId, { escalatedBy: accountId, note: words }, now);
    await dropClaim(db, uploadId, accountId);
    const target = { targetType: found.kind, targetId: uploadId };
    const noted = noteOf({ heard, ownCase }, durationOf(found));
    const detail = { note: words, ownerId: ownerOf(found), ...noted };
    await context.audit({ action: 'escalateUpload', ...target, detail, before: null, after: null });
    return { uploadId };
  },

  async hideUpload({ uploadId, hidden }, context) {
    const { db, now } = context;
    const { accountId } = signedIn(context);
    await requireWaiting(context, uploadId);
    await setHidden(db, uploadId, accountId, hidden, now);
    if (hidden) await dropClaim(db, uploadId, accountId);
    return { uploadId };
  },

  async getUploaderRecord({ uploadId }, context) {
    const { db } = context;
    const found = await requireWaiting(context, uploadId);
    const account = await findAccount(db, ownerOf(found));
    if (!account) throw notFound('User');
    const trackId = found.kind === 'edit' ? found.edit.track_id : found.upload.replaces;
    return presentRecord({
      account,
      trust: await trustOf(db, account.id),
      published: await publishedCount(db, account.id),
      takenDown: await takenDownCount(db, account.id),
      decided: await decidedUploads(db, account.id),
      // Their own reports are for other moderators.
      reports:
        trackId !== null && account.id !== signedIn(context).accountId
          ? await reportsOfTrack(db, trackId)
          : [],
    });
  },

  async setUploaderTrust({ userId, trust: setting }, context) {
    const { db, now } = context;
    if (!(await findAccount(db, userId))) throw notFound('User');
    const isOwn = userId === signedIn(context).accountId;
    const ownCase = await refuseOwnCase(context, isOwn ? 'owner' : null, ['admin']);
    const before = await trustOf(db, userId);
    await setTrust(db, userId, setting, now);
    const after = await trustOf(db, userId);
    const target = { targetType: 'account', targetId: userId };
    const detail = { from: before.setting, to: setting, ...ownCase };
    await context.audit({ action: 'setUploaderTrust', ...target, detail, before, after });
    return presentTrust(after);
  },
});

/** Rows per transaction, about 30 ms: other writes wait no longer than that. */
const AT_ONCE = 50;

/** Uploads first, so that none is published meanwhile. */
async function takeAllDown(
  { deps, afterCommit }: ActionContext,
  tracks: readonly { id: string; file: string }[],
  now: number,
): Promise<void> {
  const inTurn = <T>(work: (tx: Db) => Promise<T>): Promise<T> => deps.db.transaction().execute(work);
  for (let removed = AT_ONCE; removed === AT_ONCE; ) {
    const uploads = await inTurn((tx) => removeSomeUploads(tx, AT_ONCE, now));
    removed = uploads.removed;
    afterCommit(() => unlinkBlobs(deps, uploads.files));
  }
  for (let from = 0; from < tracks.length; from += AT_ONCE) {
    const some = tracks.slice(from, from + AT_ONCE);
    await inTurn(async (tx) => {
      for (const track of some) await removeRecording(tx, track, now);
    });
    afterCommit(() =>
      unlinkBlobs(
        deps,
        some.map(({ file }) => file),
      ),
    );
  }
  for (let removed = AT_ONCE; removed === AT_ONCE; )
    removed = await inTurn((tx) => removeSomeComments(tx, AT_ONCE, now));
}

export const takedownActions = implement(moderationCalls, {
  async forceDeleteTrack({ trackTitle, username, ruleId, reason = '' }, context) {
    const { db, now } = context;
    const rule = requireRule(context, ruleId);
    const owner = await findAccountByName(db, username);
    const tracks = owner ? await tracksCalled(db, owner.id, trackTitle) : [];
    if (!owner || tracks.length === 0) throw notFound('A track of this title by this person');
    const { accountId: adminId } = signedIn(context);
    for (const track of tracks)
      await takeDownForRule(context, track, { action: 'forceDeleteTrack', rule, reason });
    const news = { type: 'track_taken_down', accountId: owner.id, trackTitle } as const;
    if (owner.id !== adminId) await notifyTakedown(db, news, noticeOf(rule, reason), now);
    const deleted = tracks.length;
    return { deleted };
  },

  /** Logged before the first deletion. After a crash, call it again to delete the rest. */
  async deleteAllUserContent(_body, context) {
    const { deps, now } = context;
    const all = await allTrackFiles(deps.db);
    const waiting = await waitingFiles(deps.db, null);
    const keptIds = tracksToKeep(all);
    const gone = all.filter(({ id }) => !keptIds.has(id));
    const kept = keptIds.size;
    const entry: AuditAction = {
      action: 'deleteAllUserContent',
      targetType: 'database',
      targetId: 'content',
      detail: { tracks: gone.length, uploads: waiting.length, kept },
      before: [...gone, ...waiting].map(({ id }) => id),
      after: [...keptIds],
    };
    await deps.db.transaction().execute((tx) => context.audit(entry, tx));
    await takeAllDown(context, gone, now);
    return { kept };
  },
});
