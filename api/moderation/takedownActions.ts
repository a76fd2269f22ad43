// The destructive tools of admins; they ask for the password again, because one click would delete everything.
import { findAccountByName } from '../accounts/queries.ts';
import { type ActionContext, type AuditDeed, implement, signedIn } from '../action.ts';
import { removeSomeComments } from '../comments/store.ts';
import { moderationCalls } from '../contract/moderation.ts';
import type { Db } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { notifyTakedown } from '../notifications/notify.ts';
import { takedownOf } from '../reports/rules.ts';
import { insertTakedown } from '../reports/store.ts';
import { unlinkBlob, unlinkBlobs } from '../tracks/doomedStore.ts';
import { allTrackFiles } from '../tracks/fileQueries.ts';
import { tracksCalled } from '../tracks/queries.ts';
import { waitingFiles } from '../uploads/queries.ts';
import { removeRecording, removeSomeUploads } from '../uploads/store.ts';
import { forfeitTrust } from '../uploads/trustStore.ts';
import { tracksToKeep } from './rules.ts';

function unlinkAfterCommit({ afterCommit, deps }: ActionContext, blobs: readonly { file: string }[]): void {
  for (const { file } of blobs) afterCommit(() => unlinkBlob(deps, file));
}

/** Rows in one transaction: whoever else writes waits for so many (about 30 ms), not for all of them. */
const AT_ONCE = 50;

/** Uploads first, so that none becomes a track meanwhile. */
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
  async forceDeleteTrack({ trackTitle, username, reason = '' }, context) {
    const { db, now } = context;
    const owner = await findAccountByName(db, username);
    const tracks = owner ? await tracksCalled(db, owner.id, trackTitle) : [];
    if (!owner || tracks.length === 0) throw notFound('A track of this title by this person');
    const { accountId: adminId } = signedIn(context);
    const isTold = owner.id !== adminId;
    for (const before of tracks) {
      await removeRecording(db, before, now);
      if (isTold) await insertTakedown(db, takedownOf(before, adminId, reason.trim()), now);
      await forfeitTrust(db, before.account_id, now);
      const detail = { ownerId: owner.id, ...(reason === '' ? {} : { reason }) };
      const target = { targetType: 'track', targetId: before.id };
      await context.audit({ action: 'forceDeleteTrack', ...target, detail, before, after: null });
    }
    const told = { type: 'track_taken_down', accountId: owner.id, trackTitle } as const;
    if (isTold) await notifyTakedown(db, told, reason, now);
    unlinkAfterCommit(context, tracks);
    const deleted = tracks.length;
    return { deleted };
  },

  /** Written down before the first one goes; whatever a crash leaves is taken down by asking again. */
  async deleteAllUserContent(_body, context) {
    const { deps, now } = context;
    const all = await allTrackFiles(deps.db);
    const waiting = await waitingFiles(deps.db, null);
    const keptIds = tracksToKeep(all);
    const gone = all.filter(({ id }) => !keptIds.has(id));
    const kept = keptIds.size;
    const deed: AuditDeed = {
      action: 'deleteAllUserContent',
      targetType: 'database',
      targetId: 'content',
      detail: { tracks: gone.length, uploads: waiting.length, kept },
      before: [...gone, ...waiting].map(({ id }) => id),
      after: [...keptIds],
    };
    await deps.db.transaction().execute((tx) => context.audit(deed, tx));
    await takeAllDown(context, gone, now);
    return { kept };
  },
});
