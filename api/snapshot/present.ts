// What leaves of everything: what all may see, and what only its owner and moderators may.
import { presentUser } from '../accounts/present.ts';
import type { AccountRow } from '../accounts/queries.ts';
import { presentActivity } from '../activities/present.ts';
import type { ActivityRow } from '../activities/queries.ts';
import { presentComment } from '../comments/present.ts';
import type { CommentRow } from '../comments/queries.ts';
import type { DatabaseView } from '../contract/snapshot.ts';
import { presentFollow } from '../follows/present.ts';
import type { FollowRow } from '../follows/queries.ts';
import { presentNotification } from '../notifications/present.ts';
import type { NotificationRow } from '../notifications/queries.ts';
import { presentCommentLike, presentTrackReaction } from '../reactions/present.ts';
import type { CommentLikeRow, TrackReactionRow } from '../reactions/queries.ts';
import { presentReport, type ReportContext } from '../reports/present.ts';
import type { ReportRow } from '../reports/queries.ts';
import { presentTrack } from '../tracks/present.ts';
import type { TrackRow } from '../tracks/queries.ts';
import { presentWaiting } from '../uploads/present.ts';
import type { Waiting } from '../uploads/queue.ts';

export interface PublicRows {
  tracks: TrackRow[];
  accounts: AccountRow[];
  /** Ids of those among the accounts whom the viewer follows. */
  followed: ReadonlySet<string>;
  comments: CommentRow[];
}

export interface OwnRows {
  waiting: Waiting;
  likes: TrackReactionRow[];
  bookmarks: TrackReactionRow[];
  commentLikes: CommentLikeRow[];
  follows: FollowRow[];
  activities: ActivityRow[];
  notifications: NotificationRow[];
  /** Empty but for moderators. */
  reports: { row: ReportRow; context: ReportContext }[];
}

/** What a visitor has. */
export const VISITOR_ROWS: OwnRows = {
  waiting: { uploads: [], edits: [] },
  likes: [],
  bookmarks: [],
  commentLikes: [],
  follows: [],
  activities: [],
  notifications: [],
  reports: [],
};

export const presentDatabase = (shown: PublicRows, own: OwnRows): DatabaseView => ({
  tracks: shown.tracks.map(presentTrack),
  users: shown.accounts.map((account) =>
    presentUser(account, { isFollowed: shown.followed.has(account.id) }),
  ),
  comments: shown.comments.map(presentComment),
  pendingUploads: presentWaiting(own.waiting),
  likes: own.likes.map(presentTrackReaction),
  bookmarks: own.bookmarks.map(presentTrackReaction),
  commentLikes: own.commentLikes.map(presentCommentLike),
  follows: own.follows.map(presentFollow),
  userActivities: own.activities.map(presentActivity),
  notifications: own.notifications.map(presentNotification),
  reports: own.reports.map(({ row, context }) => presentReport(row, context)),
});
