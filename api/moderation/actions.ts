// Deciding about what waits, and whether anything has to. Every decision is in the audit log by the same transaction.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { autoApproveIsOn, setAutoApprove } from '../configuration/autoApprove.ts';
import { moderationCalls } from '../contract/moderation.ts';
import { type HeardOfRecording, REJECTION_REASON } from '../contract/review.ts';
import { noteDecision } from '../db/ledger.ts';
import { ApiError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { unlinkBlob } from '../tracks/doomedStore.ts';
import { decideEdit, type EditRow, findEdit } from '../tracks/editStore.ts';
import { presentTrack } from '../tracks/present.ts';
import { findTrack } from '../tracks/queries.ts';
import { readWords } from '../tracks/words.ts';
import { findUpload, type UploadRow } from '../uploads/queries.ts';
import { refuseUpload, releaseUpload } from '../uploads/release.ts';
import { heardDetail } from './rules.ts';
import { requireDecidable } from './waiting.ts';

/** What the caller says was heard before the decision. */
type Heard = HeardOfRecording | undefined;

/** Tells the owner, and writes down who decided. */
async function closeEdit(
  context: ActionContext,
  edit: EditRow,
  action: 'approveUpload' | 'rejectUpload',
  rejectedFor: string | null,
  heard: Heard,
): Promise<void> {
  const { db, now } = context;
  const { accountId: decidedBy } = signedIn(context);
  await decideEdit(db, edit, { decidedBy, rejectedFor }, now);
  const type = rejectedFor === null ? 'upload_approved' : 'upload_rejected';
  const { title } = readWords(edit.after_json);
  const subject = { trackId: edit.track_id, trackTitle: title, commentText: rejectedFor };
  await notify(db, { accountId: edit.account_id, type, actorId: null, ...subject }, now);
  const detail = {
    trackId: edit.track_id,
    ownerId: edit.account_id,
    ...(rejectedFor === null ? {} : { reason: rejectedFor }),
    ...heardDetail(heard, edit.duration),
  };
  const target = { targetType: 'edit', targetId: edit.id };
  const after = await findEdit(db, edit.id);
  await context.audit({ action, ...target, detail, before: edit, after });
  const decision = { decidedBy, reason: rejectedFor };
  await noteDecision(db, rejectedFor === null ? 'editApproved' : 'editRejected', edit.id, decision, now);
}

async function approve(context: ActionContext, upload: UploadRow, heard: Heard): Promise<string> {
  const { accountId } = signedIn(context);
  const trackId = await releaseUpload(context.db, upload, accountId, context.now);
  const target = { targetType: 'upload', targetId: upload.id };
  const detail = { trackId, ownerId: upload.account_id, ...heardDetail(heard, upload.duration) };
  const after = await findUpload(context.db, upload.id);
  await context.audit({ action: 'approveUpload', ...target, detail, before: upload, after });
  const decision = { decidedBy: accountId, trackId };
  await noteDecision(context.db, 'uploadApproved', upload.id, decision, context.now);
  return trackId;
}

async function reject(context: ActionContext, upload: UploadRow, words: string, heard: Heard): Promise<void> {
  const { accountId: decidedBy } = signedIn(context);
  const { db, now, deps } = context;
  const decision = { decidedBy, reason: words };
  await refuseUpload(db, upload, decision, now);
  await noteDecision(db, 'uploadRejected', upload.id, decision, now);
  const owner = upload.account_id;
  const target = { targetType: 'upload', targetId: upload.id };
  const detail = { reason: words, ownerId: owner, ...heardDetail(heard, upload.duration) };
  const after = await findUpload(db, upload.id);
  await context.audit({ action: 'rejectUpload', ...target, detail, before: upload, after });
  context.afterCommit(() => unlinkBlob(deps, upload.file));
}

export const moderationActions = implement(moderationCalls, {
  async approveUpload({ heard, ...looked }, context) {
    const { accountId } = signedIn(context);
    const found = await requireDecidable(context, looked);
    const trackId = found.kind === 'edit' ? found.edit.track_id : await approve(context, found.upload, heard);
    if (found.kind === 'edit') await closeEdit(context, found.edit, 'approveUpload', null, heard);
    const track = await findTrack(context.db, trackId, accountId);
    if (!track) throw new ApiError('conflict', 'The account of this upload is gone');
    return presentTrack(track);
  },

  async rejectUpload({ uploadId, version, reason, heard }, context) {
    const found = await requireDecidable(context, { uploadId, version });
    const words = reason?.trim() || REJECTION_REASON;
    if (found.kind === 'edit') await closeEdit(context, found.edit, 'rejectUpload', words, heard);
    else await reject(context, found.upload, words, heard);
    return { uploadId };
  },

  getAutoApproveStatus: (_body, { db }) => autoApproveIsOn(db),

  async setAutoApproveStatus({ status }, context) {
    const before = await autoApproveIsOn(context.db);
    await setAutoApprove(context.db, status, context.now);
    const target = { targetType: 'setting', targetId: 'auto_approve' };
    await context.audit({ action: 'setAutoApproveStatus', ...target, detail: {}, before, after: status });
    return status;
  },
});
