// What a viewer may see of everything.
import { showsProfile } from '../accounts/policy.ts';
import { accountsAmong } from '../accounts/queries.ts';
import { type ActionContext, Answer, implement, type Viewer } from '../action.ts';
import { activitiesOf } from '../activities/queries.ts';
import { newestComments } from '../comments/queries.ts';
import { SNAPSHOT_COMMENTS } from '../contract/limits.ts';
import { snapshotCalls } from '../contract/snapshot.ts';
import type { Db } from '../db/client.ts';
import { followsOf } from '../follows/queries.ts';
import { waitingSeenBy } from '../moderation/queue.ts';
import { notificationsOf } from '../notifications/queries.ts';
import { commentLikesOf, trackReactionsOf } from '../reactions/queries.ts';
import { reportContexts } from '../reports/context.ts';
import { seesReports } from '../reports/policy.ts';
import { listReports } from '../reports/queries.ts';
import { pageOfTracks } from '../tracks/pageQueries.ts';
import { type OwnRows, presentDatabase, VISITOR_ROWS } from './present.ts';

async function reportsFor(db: Db, accountId: string): Promise<OwnRows['reports']> {
  const rows = await listReports(db);
  const of = await reportContexts(db, accountId, rows);
  return rows.map((row) => ({ row, context: of(row) }));
}

/** Rows that only their owner sees, and what moderators work with. */
async function ownRows(context: ActionContext, viewer: Viewer): Promise<OwnRows> {
  const { db, now } = context;
  const { accountId } = viewer;
  return {
    waiting: await waitingSeenBy(context, viewer),
    likes: await trackReactionsOf(db, 'likes', accountId),
    bookmarks: await trackReactionsOf(db, 'bookmarks', accountId),
    commentLikes: await commentLikesOf(db, accountId),
    follows: await followsOf(db, accountId),
    activities: await activitiesOf(db, accountId, now),
    notifications: await notificationsOf(db, accountId, now),
    reports: seesReports(viewer) ? await reportsFor(db, accountId) : [],
  };
}

export const snapshotActions = implement(snapshotCalls, {
  async getDatabase(_body, context) {
    const { db, viewer, now } = context;
    const viewerId = viewer?.accountId ?? null;
    const { rows: tracks, nextCursor } = await pageOfTracks(db, viewerId, {}, now);
    const comments = await newestComments(db, viewerId, SNAPSHOT_COMMENTS);
    const people = new Set([...tracks, ...comments].map((row) => row.account_id));
    if (viewerId !== null) people.add(viewerId);
    const accounts = (await accountsAmong(db, [...people])).filter((row) => showsProfile(row, viewer));
    const own = viewer ? await ownRows(context, viewer) : VISITOR_ROWS;
    const followed = new Set(own.follows.map(({ following_id }) => following_id));
    return new Answer(
      presentDatabase({ tracks, accounts, followed, comments }, own),
      nextCursor === null ? {} : { nextCursor },
    );
  },
});
