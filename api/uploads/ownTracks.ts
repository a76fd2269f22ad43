// What owners do with their recordings: describe one that waits, correct one that is heard, take one back.
import { type ActionContext, Answer, implement, isModerator, signedIn } from '../action.ts';
import { recordActivity } from '../activities/record.ts';
import { trackCalls } from '../contract/actions/tracks.ts';
import { uploadCalls } from '../contract/actions/uploads.ts';
import type { TrackUpdates } from '../contract/actions.ts';
import { FLAG_REASONS } from '../contract/review.ts';
import { stringList } from '../db/json.ts';
import { ApiError, forbidden, notFound } from '../errors.ts';
import { presentTrack } from '../tracks/present.ts';
import { findTrack, type TrackRow } from '../tracks/queries.ts';
import { removeTrack, unlinkBlob } from '../tracks/store.ts';
import { editTrack, editWaits, historyOf, type TrackWords } from './edits.ts';
import { normaliseTags } from './fields.ts';
import { presentPending } from './present.ts';
import { pendingUploads } from './queries.ts';

/** The columns after an update; the category follows the gender. */
function describe(before: TrackWords, updates: TrackUpdates): TrackWords {
  const gender = updates.gender ?? before.gender;
  const title = updates.title?.trim() ?? before.title;
  if (title.length < 2) throw new ApiError('invalid_body', 'title must have at least 2 characters');
  const words = (updates.tags ?? stringList(before.tags_json)).filter(
    (tag) => tag.toLowerCase() !== before.gender?.toLowerCase(),
  );
  return {
    title,
    description: updates.description?.trim() ?? before.description,
    gender,
    tags_json: JSON.stringify(gender === null ? words : normaliseTags(words, gender)),
  };
}

const isSame = (words: TrackWords, before: TrackWords) =>
  (Object.keys(words) as (keyof TrackWords)[]).every((key) => words[key] === before[key]);

/** Throws `not_found`, or `forbidden` when it is somebody else's. */
async function ownTrack(context: ActionContext, id: string): Promise<TrackRow> {
  const { accountId } = signedIn(context);
  const track = await findTrack(context.db, id, accountId);
  if (!track) throw notFound('Track');
  if (track.account_id !== accountId) throw forbidden('This track belongs to somebody else');
  return track;
}

export const ownUploadActions = implement(uploadCalls, {
  /** An id that is a track already is refused; audio itself only comes by the upload. */
  async addTrack({ track: { id, ...updates } }, context) {
    const { accountId } = signedIn(context);
    const { db } = context;
    if (await findTrack(db, id, null)) throw new ApiError('already_exists', 'There is a track of this id');
    const upload = (await pendingUploads(db, accountId)).find((row) => row.id === id);
    if (!upload) throw notFound('A waiting upload of this id');
    const { gender, ...changes } = describe(upload, updates);
    const words = { ...changes, gender: gender ?? upload.gender };
    if (isSame(words, upload)) return presentPending(upload);
    await db
      .updateTable('uploads')
      .set((eb) => ({ ...words, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const changed = (await pendingUploads(db, accountId)).find((row) => row.id === id);
    if (!changed) throw notFound('A waiting upload of this id');
    return presentPending(changed);
  },
});

export const ownTrackActions = implement(trackCalls, {
  async updateTrack({ trackId, updates }, context) {
    const { db, deps, now } = context;
    const track = await ownTrack(context, trackId);
    const words = describe(track, updates);
    if (isSame(words, track)) return new Answer(presentTrack(track), { requiresReview: false });
    const waits = await editWaits(db, signedIn(context), trackId, deps.env.reviewPolicy);
    await editTrack(db, track, words, waits, now);
    return new Answer(presentTrack(await ownTrack(context, trackId)), {
      requiresReview: waits,
      ...(waits ? { reason: FLAG_REASONS.edit } : {}),
    });
  },

  getTrackEdits: ({ trackId }, { db }) => historyOf(db, trackId),

  /** By its owner, or by a moderator. */
  async deleteTrack({ trackId }, context) {
    const viewer = signedIn(context);
    const { db, now, deps } = context;
    const track = await findTrack(db, trackId, viewer.accountId);
    if (!track) throw notFound('Track');
    const isOwn = track.account_id === viewer.accountId;
    if (!isOwn && !isModerator(viewer)) throw forbidden('This track belongs to somebody else');
    await removeTrack(db, trackId, now);
    if (isOwn) {
      await recordActivity(
        db,
        { accountId: viewer.accountId, type: 'my_delete', trackTitle: track.title },
        now,
      );
    } else {
      const target = { targetType: 'track', targetId: trackId };
      const detail = { ownerId: track.account_id };
      await context.audit({ action: 'deleteTrack', ...target, detail, before: track, after: null });
    }
    context.afterCommit(() => unlinkBlob(deps, track.file));
    return { trackId };
  },
});
