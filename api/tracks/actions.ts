// Reading tracks, and what owners and moderators do with those that are heard.
import { isVerified } from '../accounts/queries.ts';
import { shownPerson } from '../accounts/shown.ts';
import { type ActionContext, Answer, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { autoApproveIsOn } from '../configuration/autoApprove.ts';
import { FLAG_REASONS } from '../contract/review.ts';
import { trackCalls } from '../contract/tracks.ts';
import { notFound } from '../errors.ts';
import { notifyTakedown } from '../notifications/notify.ts';
import { closeReports } from '../reports/closingStore.ts';
import { openReports } from '../reports/queries.ts';
import { noticeOf, ruleOrOther } from '../reports/rules.ts';
import { removeRecording } from '../uploads/store.ts';
import { takeDownForRule } from '../uploads/takedown.ts';
import { trustOf } from '../uploads/trustStore.ts';
import { noteConsent } from './consentStore.ts';
import { becomesCouple, describe, isSame } from './details.ts';
import { unlinkBlob } from './doomedStore.ts';
import { editsOfTrack } from './editQueries.ts';
import { pageOfTracks } from './pageQueries.ts';
import { editWaits, refuseForeignTrack, trackDeletion } from './policy.ts';
import { presentTag, presentTrack, presentTrackEdit } from './present.ts';
import { findOwnHidden, findTrack, findTranscript, type TrackRow } from './queries.ts';
import { allowComments, countPlay, editTrack } from './store.ts';
import { pageOfTags } from './tagQueries.ts';

async function requireTrack({ db, viewer }: ActionContext, id: string): Promise<TrackRow> {
  const track = await findTrack(db, id, viewer?.accountId ?? null);
  if (!track) throw notFound('Track');
  return track;
}

async function waits(context: ActionContext, trackId: string): Promise<boolean> {
  const { db, deps } = context;
  const viewer = signedIn(context);
  return editWaits(viewer, {
    openReports: await openReports(db, { trackId }),
    isVerified: await isVerified(db, viewer.accountId),
    isWatched: (await trustOf(db, viewer.accountId)).setting === 'watched',
    autoApprove: await autoApproveIsOn(db),
    reviewPolicy: deps.env.reviewPolicy,
  });
}

export const trackActions = implement(trackCalls, {
  async getTracks(asked, { db, viewer, now }) {
    const idOf = async (idOrName: string | undefined) =>
      idOrName ? (await shownPerson(db, idOrName, viewer, now)).id : undefined;
    const query = { ...asked, user: await idOf(asked.user), likedBy: await idOf(asked.likedBy) };
    const { rows, nextCursor } = await pageOfTracks(db, viewer?.accountId ?? null, query, now);
    return new Answer(rows.map(presentTrack), nextCursor === null ? {} : { nextCursor });
  },

  async getTags(query, { db }) {
    const { rows, nextCursor } = await pageOfTags(db, query);
    return new Answer(rows.map(presentTag), nextCursor === null ? {} : { nextCursor });
  },

  async getTranscript({ trackId }, { db, viewer }) {
    const transcript = await findTranscript(db, trackId, viewer?.accountId ?? null);
    if (transcript === undefined) throw notFound('Track');
    return { trackId, transcript };
  },

  getTrackEdits: async ({ trackId }, { db }) => (await editsOfTrack(db, trackId)).map(presentTrackEdit),

  async updateTrack({ trackId, updates }, context) {
    const track = await requireTrack(context, trackId);
    refuseForeignTrack(track, signedIn(context));
    const { db, now } = context;
    const before = { ...track, transcript: (await findTranscript(db, trackId, track.account_id)) ?? '' };
    const details = describe(before, updates);
    if (becomesCouple(before, updates)) {
      const { account_id: accountId } = track;
      await noteConsent(db, { id: trackId, accountId, version: updates.consentVersion ?? 1, givenAt: now });
    }
    if (updates.allowComments !== undefined) await allowComments(db, trackId, updates.allowComments, now);
    const requiresReview = !isSame(details, before) && (await waits(context, trackId));
    if (!isSame(details, before)) await editTrack(db, before, details, requiresReview, now);
    return new Answer(presentTrack(await requireTrack(context, trackId)), {
      requiresReview,
      ...(requiresReview ? { reason: FLAG_REASONS.edit } : {}),
    });
  },

  async deleteTrack({ trackId, ruleId, reason = '' }, context) {
    const viewer = signedIn(context);
    const { db, now } = context;
    const { accountId } = viewer;
    const track = (await findOwnHidden(db, trackId, accountId)) ?? (await requireTrack(context, trackId));
    if (trackDeletion(track, viewer) === 'own') {
      await removeRecording(db, track, now);
      await closeReports(db, { trackId }, 'deletedByOwner', now);
      context.afterCommit(() => unlinkBlob(context.deps, track.file));
      await recordActivity(db, { accountId, type: 'my_delete', trackTitle: track.title }, now);
    } else {
      const rule = ruleOrOther(context, ruleId);
      await takeDownForRule(context, track, { action: 'deleteTrack', rule, reason });
      const about = { accountId: track.account_id, trackTitle: track.title };
      await notifyTakedown(db, { type: 'track_taken_down', ...about }, noticeOf(rule, reason), now);
    }
    return { trackId };
  },

  async incrementPlay({ trackId }, { db, viewer, callerKey, now }) {
    const plays = await countPlay(db, trackId, viewer?.accountId ?? callerKey, now);
    return { plays };
  },
});
