// What a viewer may see of everything (K8), and the public configuration.
import { presentUser } from '../accounts/present.ts';
import { type ActionContext, Answer, implement, isModerator, type Viewer } from '../action.ts';
import { presentActivity } from '../activities/present.ts';
import { activitiesOf } from '../activities/queries.ts';
import { presentComment } from '../comments/present.ts';
import { newestComments } from '../comments/queries.ts';
import { configurationCalls } from '../contract/actions/configuration.ts';
import { snapshotCalls } from '../contract/actions/snapshot.ts';
import type { DatabaseView } from '../contract/actions.ts';
import {
  AUDIO_FLAG_SECONDS,
  AUDIO_MAX_BYTES,
  AUDIO_MIN_SECONDS,
  SNAPSHOT_COMMENTS,
  UPLOAD_LIMITS,
} from '../contract/limits.ts';
import { presentFollow } from '../follows/actions.ts';
import { followsOf } from '../follows/queries.ts';
import { presentNotification } from '../notifications/present.ts';
import { notificationsOf } from '../notifications/queries.ts';
import { showsProfile } from '../profiles/preferences.ts';
import { presentReport } from '../reports/present.ts';
import { selectReports } from '../reports/queries.ts';
import { pageOfTracks } from '../search/queries.ts';
import { presentTrack } from '../tracks/present.ts';
import { autoApproveIsOn } from '../uploads/queries.ts';
import { waitingFor } from '../uploads/waiting.ts';

type OwnRows = Omit<DatabaseView, 'tracks' | 'users' | 'comments'>;

const NOBODYS: OwnRows = {
  pendingUploads: [],
  likes: [],
  bookmarks: [],
  commentLikes: [],
  follows: [],
  userActivities: [],
  notifications: [],
  reports: [],
};

const iso = (ms: number) => new Date(ms).toISOString();

/** Rows that only their owner sees, and what moderators work with. */
async function ownRows({ db, now }: ActionContext, viewer: Viewer): Promise<OwnRows> {
  const { accountId } = viewer;
  const moderates = isModerator(viewer);
  const marks = async (kind: 'likes' | 'bookmarks') => {
    const rows = await db.selectFrom(kind).selectAll().where('account_id', '=', accountId).execute();
    return rows.map((row) => ({
      id: row.id,
      trackId: row.track_id,
      userId: accountId,
      createdAt: iso(row.created_at),
    }));
  };
  const commentLikes = await db
    .selectFrom('comment_likes')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  return {
    pendingUploads: await waitingFor(db, viewer),
    likes: await marks('likes'),
    bookmarks: await marks('bookmarks'),
    commentLikes: commentLikes.map((row) => ({
      id: row.id,
      commentId: row.comment_id,
      userId: accountId,
      createdAt: iso(row.created_at),
    })),
    follows: (await followsOf(db, accountId)).map(presentFollow),
    userActivities: (await activitiesOf(db, accountId, now)).map(presentActivity),
    notifications: (await notificationsOf(db, accountId, now)).map(presentNotification),
    reports: moderates ? (await selectReports(db).execute()).map(presentReport) : [],
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
    const users = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', [...people])
      .where('deleted_at', 'is', null)
      .execute();
    const view: DatabaseView = {
      tracks: tracks.map(presentTrack),
      users: users.filter((account) => showsProfile(account, viewer)).map(presentUser),
      comments: comments.map(presentComment),
      ...(viewer ? await ownRows(context, viewer) : NOBODYS),
    };
    return new Answer(view, nextCursor === null ? {} : { nextCursor });
  },
});

export const configurationActions = implement(configurationCalls, {
  async getConfig(_body, { db, deps }) {
    return {
      maxUploadBytes: AUDIO_MAX_BYTES,
      minSeconds: AUDIO_MIN_SECONDS,
      maxSeconds: AUDIO_FLAG_SECONDS,
      autoApprove: await autoApproveIsOn(db),
      demoMode: deps.env.demoMode,
      uploadLimits: UPLOAD_LIMITS,
    };
  },
});
