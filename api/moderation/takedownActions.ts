// The destructive tools of admins; they ask for the password again, because one click would empty the house.
import { findAccountByName } from '../accounts/queries.ts';
import { type ActionContext, type AuditDeed, implement, signedIn } from '../action.ts';
import { removeAllComments } from '../comments/store.ts';
import { moderationCalls } from '../contract/actions/moderation.ts';
import { notFound } from '../errors.ts';
import { notifyTakedown } from '../notifications/notify.ts';
import { allTrackFiles, tracksCalled } from '../tracks/queries.ts';
import { unlinkBlob } from '../tracks/store.ts';
import { removeAllUploads, removeRecording } from '../uploads/store.ts';
import { forfeitTrust } from '../uploads/trustStore.ts';
import { tracksToKeep } from './rules.ts';

function unlinkAfterCommit({ afterCommit, deps }: ActionContext, blobs: readonly { file: string }[]): void {
  for (const { file } of blobs) afterCommit(() => unlinkBlob(deps, file));
}

export const takedownActions = implement(moderationCalls, {
  async forceDeleteTrack({ trackTitle, username, reason = '' }, context) {
    const { db, now } = context;
    const owner = await findAccountByName(db, username);
    const tracks = owner ? await tracksCalled(db, owner.id, trackTitle) : [];
    if (!owner || tracks.length === 0) throw notFound('A track of this title by this person');
    for (const before of tracks) {
      await removeRecording(db, before, now);
      await forfeitTrust(db, before.account_id, now);
      const detail = { ownerId: owner.id, ...(reason === '' ? {} : { reason }) };
      const target = { targetType: 'track', targetId: before.id };
      await context.audit({ action: 'forceDeleteTrack', ...target, detail, before, after: null });
    }
    const told = { type: 'track_taken_down', accountId: owner.id, trackTitle } as const;
    if (owner.id !== signedIn(context).accountId) await notifyTakedown(db, told, reason, now);
    unlinkAfterCommit(context, tracks);
    const deleted = tracks.length;
    return { deleted };
  },

  async deleteAllUserContent(_body, context) {
    const { db, now } = context;
    const all = await allTrackFiles(db);
    const keptIds = tracksToKeep(all);
    const gone = all.filter(({ id }) => !keptIds.has(id));
    for (const track of gone) await removeRecording(db, track, now);
    const waiting = await removeAllUploads(db, now);
    await removeAllComments(db, now);
    unlinkAfterCommit(context, [...gone, ...waiting]);
    const kept = keptIds.size;
    const deed: AuditDeed = {
      action: 'deleteAllUserContent',
      targetType: 'database',
      targetId: 'content',
      detail: { tracks: gone.length, uploads: waiting.length, kept },
      before: [...gone, ...waiting].map(({ id }) => id),
      after: [...keptIds],
    };
    await context.audit(deed);
    return { kept };
  },
});
