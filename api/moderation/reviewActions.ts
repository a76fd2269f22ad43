// Sharing the queue: who looks at what, what goes to the admins, what somebody would rather not hear, whom to trust.
import { findAccount } from '../accounts/queries.ts';
import { implement, signedIn } from '../action.ts';
import { moderationCalls } from '../contract/moderation.ts';
import { CLAIM_MS } from '../contract/review.ts';
import { noteDecision } from '../db/ledger.ts';
import { notFound } from '../errors.ts';
import { setTrust, trustOf } from '../uploads/trustStore.ts';
import { refuseEscalated } from './policy.ts';
import { presentMade, presentRecord, presentTrust } from './present.ts';
import { decidedUploads, isEscalated, publishedCount, reportsOfTrack, takenDownCount } from './queries.ts';
import { heardDetail } from './rules.ts';
import { addEscalation, dropClaim, putClaim, setHidden } from './store.ts';
import { durationOf, ownerOf, refuseClaimed, requireDecidable, requireWaiting } from './waiting.ts';

export const reviewActions = implement(moderationCalls, {
  async claimUpload({ uploadId }, context) {
    const { db, now } = context;
    const viewer = signedIn(context);
    await requireWaiting(context, uploadId);
    await refuseClaimed(context, uploadId);
    refuseEscalated(await isEscalated(db, uploadId), viewer);
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
    const found = await requireDecidable(context, { uploadId, version });
    const words = note.trim();
    await addEscalation(db, uploadId, { accountId, note: words }, now);
    await noteDecision(db, 'uploadEscalated', uploadId, { escalatedBy: accountId, note: words }, now);
    await dropClaim(db, uploadId, accountId);
    const target = { targetType: found.kind, targetId: uploadId };
    const detail = { note: words, ownerId: ownerOf(found), ...heardDetail(heard, durationOf(found)) };
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
    return presentRecord({
      account,
      trust: await trustOf(db, account.id),
      published: await publishedCount(db, account.id),
      takenDown: await takenDownCount(db, account.id),
      decided: await decidedUploads(db, account.id),
      reports: found.kind === 'edit' ? await reportsOfTrack(db, found.edit.track_id) : [],
    });
  },

  async setUploaderTrust({ userId, trust: setting }, context) {
    const { db, now } = context;
    if (!(await findAccount(db, userId))) throw notFound('User');
    const before = await trustOf(db, userId);
    await setTrust(db, userId, setting, now);
    const after = await trustOf(db, userId);
    const target = { targetType: 'account', targetId: userId };
    await context.audit({ action: 'setUploaderTrust', ...target, detail: { trust: setting }, before, after });
    return presentTrust(after);
  },
});
