// Deciding about waiting uploads. Every decision is in the audit log by the same transaction.
import { type ActionContext, defineAction, signedIn } from '../action.ts';
import { recordActivity } from '../activities/record.ts';
import { BODIES } from '../contract/bodies.ts';
import type { TrackView } from '../contract/tracks.ts';
import { appendAudit } from '../db/auditLog.ts';
import { ApiError, notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { presentTrack } from '../tracks/present.ts';
import { findTrack } from '../tracks/queries.ts';
import { doomBlob } from '../tracks/store.ts';
import { autoApproveIsOn, findUpload, setAutoApprove, type UploadRow } from '../uploads/queries.ts';
import { releaseUpload } from '../uploads/release.ts';

/** The literal a rejection carries when no reason is given (K43). */
const DEFAULT_REASON = 'Rejected by admin';

/** Throws `not_found` for an unknown upload, `conflict` for one that somebody has decided. */
async function waitingUpload(context: ActionContext, id: string): Promise<UploadRow> {
  const upload = await findUpload(context.db, id);
  if (!upload) throw notFound('Upload');
  if (upload.status !== 'pending_review')
    throw new ApiError('conflict', `This upload is already ${upload.status}`);
  return upload;
}

export const moderationActions = {
  approveUpload: defineAction({
    access: 'moderator',
    body: BODIES.approveUpload,
    async run({ uploadId }, context): Promise<TrackView> {
      const { accountId } = signedIn(context);
      const upload = await waitingUpload(context, uploadId);
      const trackId = await releaseUpload(context.db, upload, accountId, context.now);
      await appendAudit(
        context.db,
        {
          actorId: accountId,
          action: 'approveUpload',
          targetType: 'upload',
          targetId: uploadId,
          detail: { trackId, ownerId: upload.account_id },
        },
        context.now,
      );
      const track = await findTrack(context.db, trackId, accountId);
      if (!track) throw new ApiError('conflict', 'The account of this upload is gone');
      return presentTrack(track);
    },
  }),

  rejectUpload: defineAction({
    access: 'moderator',
    body: BODIES.rejectUpload,
    async run({ uploadId, reason }, context): Promise<{ uploadId: string }> {
      const { accountId } = signedIn(context);
      const { db, now, deps } = context;
      const upload = await waitingUpload(context, uploadId);
      const words = reason?.trim() || DEFAULT_REASON;
      await db
        .updateTable('uploads')
        .set({ status: 'rejected', decided_at: now, decided_by: accountId, decision_reason: words })
        .where('id', '=', uploadId)
        .execute();
      await doomBlob(db, upload.file, now);
      const subject = { trackTitle: upload.title, commentText: words };
      await notify(
        db,
        { accountId: upload.account_id, type: 'upload_rejected', actorId: null, ...subject },
        now,
      );
      await recordActivity(db, { accountId: upload.account_id, type: 'my_upload_rejected', ...subject }, now);
      await appendAudit(
        db,
        {
          actorId: accountId,
          action: 'rejectUpload',
          targetType: 'upload',
          targetId: uploadId,
          detail: { reason: words, ownerId: upload.account_id },
        },
        now,
      );
      context.afterCommit(() => deps.blobs.remove(upload.file));
      return { uploadId };
    },
  }),

  setAutoApproveStatus: defineAction({
    access: 'admin',
    body: BODIES.setAutoApproveStatus,
    async run({ status }, context): Promise<boolean> {
      const { accountId } = signedIn(context);
      const before = await autoApproveIsOn(context.db);
      await setAutoApprove(context.db, status);
      await appendAudit(
        context.db,
        {
          actorId: accountId,
          action: 'setAutoApproveStatus',
          targetType: 'setting',
          targetId: 'auto_approve',
          detail: { before, after: status },
        },
        context.now,
      );
      return status;
    },
  }),
};
