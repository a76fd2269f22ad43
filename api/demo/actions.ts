// The demo tools, for admins and in demo mode only.
import { ordinaryAccounts } from '../accounts/queries.ts';
import { type ActionContext, implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { setAutoApprove } from '../configuration/autoApprove.ts';
import { demoCalls } from '../contract/demo.ts';
import { erasedAmong, noteReturned } from '../db/ledger.ts';
import { notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { unlinkBlobs } from '../tracks/doomedStore.ts';
import { newestTracks, storedTracksOf } from '../tracks/queries.ts';
import { seedDemo } from './seed.ts';
import { DEMO_TRACKS, DEMO_USER } from './tracks.ts';

const DATABASE = { targetType: 'database', targetId: 'demo' };

/** Allows deleted demo content to be created again. */
async function letDemoReturn({ deps, now }: ActionContext): Promise<void> {
  const ids = [DEMO_USER.id, ...DEMO_TRACKS.map(({ id }) => id)];
  await deps.db.transaction().execute(async (tx) => noteReturned(tx, await erasedAmong(tx, ids), now));
}

/** Creates missing demo tracks, which takes seconds per track. Returns their number. */
async function createDemoData(context: ActionContext, action: string): Promise<{ tracks: number }> {
  await letDemoReturn(context);
  await seedDemo(context.deps, new AbortController().signal);
  const tracks = (await storedTracksOf(context.deps.db, DEMO_USER.id)).length;
  const entry = { ...DATABASE, action, detail: { tracks }, before: null, after: null };
  await context.deps.db.transaction().execute((tx) => context.audit(entry, tx));
  return { tracks };
}

export const demoActions = implement(demoCalls, {
  /** Deletes all accounts but admins and moderators with their content, then creates the demo content again. */
  async resetDatabase(_body, context) {
    const { deps, now } = context;
    const files = await deps.db.transaction().execute(async (tx) => {
      const gone: string[] = [];
      const accounts = await ordinaryAccounts(tx);
      for (const id of accounts) gone.push(...(await eraseAccount(tx, id, now)));
      await setAutoApprove(tx, false, now);
      const detail = { accounts: accounts.length };
      await context.audit(
        { ...DATABASE, action: 'resetDatabase', detail, before: accounts, after: null },
        tx,
      );
      return gone;
    });
    await unlinkBlobs(deps, files);
    await createDemoData(context, 'forceCreateDemoData');
    return null;
  },

  forceCreateDemoData: (_body, context) => createDemoData(context, 'forceCreateDemoData'),

  forceAddHollaTracks: (_body, context) => createDemoData(context, 'forceAddHollaTracks'),

  /** Creates one notification of each kind from the demo user for the calling admin. */
  async addDemoActivitiesAndNotifications(_body, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const [track] = await newestTracks(db, null, 1);
    if (!track) throw notFound('A track to talk about');
    const subject = { trackId: track.id, trackTitle: track.title };
    for (const type of ['like', 'comment', 'bookmark', 'follow', 'followed_user_upload'] as const) {
      const commentText = type === 'comment' ? 'Wunderschön.' : null;
      const isAboutTrack = type === 'follow' ? {} : subject;
      await notify(db, { accountId, type, actorId: track.account_id, commentText, ...isAboutTrack }, now);
    }
    const otherAccountId = track.account_id;
    await recordActivity(db, { accountId, type: 'my_like', otherAccountId, ...subject }, now);
    await recordActivity(db, { accountId, type: 'my_bookmark', otherAccountId, ...subject }, now);
    const action = 'addDemoActivitiesAndNotifications';
    const entry = { action, targetType: 'account', targetId: accountId, detail: { trackId: track.id } };
    await context.audit({ ...entry, before: null, after: null });
    return null;
  },
});
