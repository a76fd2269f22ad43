// The upload ticket, and the caller's pending uploads.
import { implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { uploadCalls } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { erasedAmong } from '../db/ledger.ts';
import { ApiError, notFound } from '../errors.ts';
import { reviewStates, waitingSeenBy } from '../moderation/queue.ts';
import { noteConsent } from '../tracks/consentStore.ts';
import { becomesCouple, describe, isSame } from '../tracks/details.ts';
import { unlinkBlob } from '../tracks/doomedStore.ts';
import { findTrack } from '../tracks/queries.ts';
import { countUploads } from './countQueries.ts';
import { queueOf } from './policy.ts';
import { presentPending, presentQueue, presentStats, presentUndone, presentWaiting } from './present.ts';
import { estimatedReviewTime, type PendingRow, pendingUploads } from './queries.ts';
import { undoneOf } from './queue.ts';
import { allowCommentsOn, describeUpload, removeWaitingUpload } from './store.ts';
import { issueChallenge } from './ticket.ts';

async function requirePending(db: Db, accountId: string, id: string): Promise<PendingRow> {
  const upload = (await pendingUploads(db, accountId)).find((row) => row.id === id);
  if (!upload) throw notFound('A waiting upload of this id');
  return upload;
}

export const uploadActions = implement(uploadCalls, {
  async getPowChallenge({ sha256, size }, context) {
    const { accountId } = signedIn(context);
    const wanted = { accountId, sha256, sizeBytes: size };
    return issueChallenge(context.deps.keys.ticket, wanted, context.now);
  },

  async getUploadStats({ deviceId }, { db, deps, viewer, now }) {
    const deviceKey = deviceId ? deps.keys.pseudonym('device', deviceId) : null;
    const who = {
      accountId: viewer?.accountId ?? '',
      deviceKey,
      addressKey: null,
      siteKey: null,
      sameKeys: [],
    };
    return presentStats(await countUploads(db, who, now), now);
  },

  async getPendingUploads(_body, context) {
    const { db, viewer, now } = context;
    if (!viewer) return [];
    const waiting = await waitingSeenBy(context, viewer);
    if (queueOf(viewer) !== null) return presentWaiting(waiting);
    return presentQueue(waiting, await reviewStates(db, viewer, waiting, now));
  },

  async getMyUploads(_body, context) {
    const { db, now } = context;
    return presentUndone(await undoneOf(db, signedIn(context).accountId, now), await estimatedReviewTime(db));
  },

  /** Refuses the id of an existing track. */
  async addTrack({ track: { id, ...updates } }, context) {
    const { accountId } = signedIn(context);
    const { db } = context;
    if (await findTrack(db, id, null)) throw new ApiError('already_exists', 'There is a track of this id');
    const upload = await requirePending(db, accountId, id);
    if (upload.replaces !== null)
      throw new ApiError('conflict', 'A new sound keeps the details of its recording');
    const { gender, ...changes } = describe(upload, updates);
    const details = { ...changes, gender: gender ?? upload.gender };
    if (becomesCouple(upload, updates)) {
      await noteConsent(db, { id, accountId, version: updates.consentVersion ?? 1, givenAt: context.now });
    }
    if (updates.allowComments !== undefined) await allowCommentsOn(db, id, updates.allowComments);
    if (isSame(details, upload)) return presentPending(upload);
    await describeUpload(db, id, details, context.now);
    return presentPending(await requirePending(db, accountId, id));
  },

  async withdrawUpload({ uploadId }, context) {
    const { accountId } = signedIn(context);
    const { db, deps, now } = context;
    // The answer to the first call was lost.
    if ((await erasedAmong(db, [uploadId])).length > 0) return { uploadId };
    const { file, title } = await requirePending(db, accountId, uploadId);
    await removeWaitingUpload(db, uploadId, now);
    context.afterCommit(() => unlinkBlob(deps, file));
    await recordActivity(db, { accountId, type: 'my_delete', trackTitle: title }, now);
    return { uploadId };
  },
});
