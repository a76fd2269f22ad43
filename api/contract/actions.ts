// Every call of `/upload.php?action=NAME`: its body and its answer. Reads are GET with query parameters,
// writes are POST with a JSON body. Ids of the caller are never taken from a body.
import type { GuestRows, MeView, Registration, UserDataView, UserView } from './accounts.ts';
import type { ActivityView, NotificationView } from './news.ts';
import type { CommentLikeView, CommentView, FollowView, TrackMarkView } from './people.ts';
import type { PowChallenge } from './pow.ts';
import type { ReportStatus, ReportType, ReportView } from './reports.ts';
import type { AdminUserView, StatisticsDays, StatisticsView } from './statistics.ts';
import type { Gender, TrackView } from './tracks.ts';
import type { PendingUploadView, TrackEditView } from './uploads.ts';

/** The viewer-scoped projection of K8: public rows, and the viewer's own private ones. */
export interface DatabaseView {
  /** The newest `TRACKS_MAX_COUNT`; older ones by `getTracks` with a cursor. */
  tracks: TrackView[];
  /** The people behind these tracks and comments who show their profile, and the viewer. */
  users: UserView[];
  /** The viewer's own waiting uploads; everybody's for a moderator. */
  pendingUploads: PendingUploadView[];
  /** The newest `SNAPSHOT_COMMENTS`. */
  comments: CommentView[];
  /** Of the viewer only. */
  likes: TrackMarkView[];
  bookmarks: TrackMarkView[];
  commentLikes: CommentLikeView[];
  follows: FollowView[];
  userActivities: ActivityView[];
  notifications: NotificationView[];
  /** Moderators only; empty for everybody else. */
  reports: ReportView[];
}

/** Public limits and modes (`getConfig`); `/sicherheit` and the forms render from it. */
export interface ConfigView {
  maxUploadBytes: number;
  minSeconds: number;
  maxSeconds: number;
  autoApprove: boolean;
  demoMode: boolean;
  /** The two tiers of K1. */
  uploadLimits: {
    soft: { per30Minutes: number; perDay: number; audioMinutesPerDay: number; identicalFiles: number };
    hard: { per30Minutes: number; perDay: number; audioMinutesPerDay: number; identicalFiles: number };
  };
}

/** Query of `getTracks`; everything is optional, and numbers travel as text. */
export interface TracksQuery {
  /** `CATEGORY_IDS`; `new` is seven days. Without one: every track, newest first. */
  category?: string;
  /** `GENDER_FILTERS`. */
  gender?: string;
  /** Only this track. */
  id?: string;
  /** Words; each must begin a word of title, description, tags or username. */
  query?: string;
  /** Tags separated by commas; a track must have them all. */
  tags?: string;
  /** Account id or username of the publisher. */
  user?: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 … `TRACKS_MAX_COUNT`. */
  limit?: string;
}

/** What an owner may change of a track. */
export interface TrackUpdates {
  title?: string;
  description?: string;
  tags?: string[];
  gender?: Exclude<Gender, 'Mixed'>;
}

/** What a person may change of themselves. */
export interface UserUpdates {
  username?: string;
  bio?: string;
  tags?: string[];
  email?: string | null;
  preferences?: {
    notifications?: { likes?: boolean; comments?: boolean; follows?: boolean };
    privacy?: { publicProfile?: boolean; allowComments?: boolean };
    playback?: { autoplay?: boolean; volume?: number };
  };
}

type Nothing = Record<string, never>;
interface Get<Body, Data, Beside = unknown> {
  method: 'GET';
  body: Body;
  data: Data;
  beside: Beside;
}
interface Post<Body, Data, Beside = unknown> {
  method: 'POST';
  body: Body;
  data: Data;
  beside: Beside;
}
/** Beside the data of a page: where the next one begins; absent on the last. */
interface Page {
  nextCursor?: string;
}

/** Action name → how it is called. `body` is the query of a GET; `beside` are fields beside `data`. */
export interface Actions {
  getDatabase: Get<Nothing, DatabaseView, Page>;
  getTracks: Get<TracksQuery, TrackView[], Page>;
  getPendingUploads: Get<Nothing, PendingUploadView[]>;
  getAutoApproveStatus: Get<Nothing, boolean>;
  getConfig: Get<Nothing, ConfigView>;
  /** Id or username; old names answer for 30 days (K15). */
  getUser: Get<{ userId: string }, UserView>;
  /** Of oneself; a moderator may ask for anybody. */
  getUserData: Get<{ userId: string }, UserDataView>;
  /** Newest first. */
  getComments: Get<{ trackId: string; cursor?: string }, CommentView[], Page>;
  /** Who the session belongs to; null for a visitor without one. */
  me: Get<Nothing, MeView | null>;
  /** Everything stored about the caller (GDPR art. 15). */
  exportAccount: Get<Nothing, Record<string, unknown>>;
  getReports: Get<Nothing, ReportView[]>;
  /** Every change of a track, newest first. */
  getTrackEdits: Get<{ trackId: string }, TrackEditView[]>;
  getUsers: Get<Nothing, AdminUserView[]>;
  /** `days` is one of `STATISTICS_DAYS`, as text. */
  getStatistics: Get<{ days?: `${StatisticsDays}` }, StatisticsView>;

  /** POST creates the guest account on a first visit (K6). `sha256` is lower-case hex, `size` bytes. */
  getPowChallenge: Post<{ sha256: string; size: number }, PowChallenge>;

  /** Gives the caller's account a name and a password; everything it has stays. */
  register: Post<{ username: string; password: string; email?: string; isOver18: boolean }, Registration>;
  /** `guest_has_rows` when the caller is a guest who has something and `guestRows` is not said; nothing has changed. */
  login: Post<{ username: string; password: string; guestRows?: GuestRows }, MeView>;
  logout: Post<Nothing, null>;
  changePassword: Post<{ password: string; newPassword: string }, MeView>;
  /** The code works once; a new one is in the answer. `guestRows` as with `login`. */
  recoverAccount: Post<
    { username: string; recoveryCode: string; newPassword: string; guestRows?: GuestRows },
    Registration
  >;
  /** A guest gives no password. */
  deleteAccount: Post<{ password?: string }, null>;
  updateUser: Post<{ userId: string; updates: UserUpdates }, UserView>;
  updateUserData: Post<
    { userId: string; userData?: UserUpdates; myTracks?: string[]; followedUsers?: string[] },
    UserDataView
  >;
  /** Admins make accounts for people; `user.password` is theirs to change. */
  addUser: Post<{ user: { username: string; password: string } }, UserView>;
  /** Moderation: the account and everything of it. */
  deleteUser: Post<{ userId: string }, { userId: string }>;

  /** Describes an own waiting upload; audio itself only comes by the upload. */
  addTrack: Post<{ track: { id: string } & TrackUpdates }, PendingUploadView>;
  /** `requiresReview`: the change waits; `data` is the track as it is heard. */
  updateTrack: Post<
    { trackId: string; updates: TrackUpdates },
    TrackView,
    { requiresReview: boolean; reason?: string }
  >;
  deleteTrack: Post<{ trackId: string }, { trackId: string }>;
  incrementPlay: Post<{ trackId: string }, { plays: number }>;

  addComment: Post<{ trackId: string; content: string }, CommentView>;
  deleteComment: Post<{ commentId: string }, { commentId: string }>;
  /** Adding again answers the mark that is there. */
  addLike: Post<{ like: { trackId: string } }, TrackMarkView>;
  /** `likeId` is the mark's id or the track's. */
  removeLike: Post<{ likeId: string }, null>;
  addBookmark: Post<{ bookmark: { trackId: string } }, TrackMarkView>;
  removeBookmark: Post<{ bookmarkId: string }, null>;
  addCommentLike: Post<{ like: { commentId: string } }, CommentLikeView>;
  removeCommentLike: Post<{ likeId: string }, null>;
  addFollow: Post<{ follow: { followingId: string } }, FollowView>;
  /** `followId` is the follow's id or the person's. */
  removeFollow: Post<{ followId: string }, null>;

  /** Accepted for old clients and not stored: the server writes both from what happened. */
  addUserActivity: Post<Nothing, null>;
  addNotification: Post<Nothing, null>;
  /** The id `all` marks everything. */
  markActivityAsRead: Post<{ activityId: string }, null>;
  markNotificationAsRead: Post<{ notificationId: string }, null>;
  /** The id `all` clears everything. */
  removeNotification: Post<{ notificationId: string }, null>;

  addReport: Post<
    { report: { type: ReportType; targetId: string; trackId?: string; reason?: string } },
    { id: string }
  >;
  updateReportStatus: Post<{ reportId: string; status: ReportStatus }, ReportView>;
  deleteReport: Post<{ reportId: string }, null>;

  /** Both take the id of a waiting upload or of a waiting change, and the version that was looked at: 1 when left out. */
  approveUpload: Post<{ uploadId: string; version?: number }, TrackView>;
  rejectUpload: Post<{ uploadId: string; reason?: string; version?: number }, { uploadId: string }>;
  setAutoApproveStatus: Post<{ status: boolean }, boolean>;
  forceDeleteTrack: Post<{ trackTitle: string; username: string; password: string }, { deleted: number }>;
  deleteAllUserContent: Post<{ password: string }, { kept: number }>;

  resetDatabase: Post<Nothing, null>;
  forceCreateDemoData: Post<Nothing, { tracks: number }>;
  forceAddHollaTracks: Post<Nothing, { tracks: number }>;
  addDemoActivitiesAndNotifications: Post<Nothing, null>;
}

export type ActionName = keyof Actions;
type NamesOf<Method> = { [N in ActionName]: Actions[N]['method'] extends Method ? N : never }[ActionName];
export type ReadName = NamesOf<'GET'>;
export type WriteName = NamesOf<'POST'>;
/** What a call answers. */
export type AnswerOf<N extends ActionName> = { data: Actions[N]['data'] } & Actions[N]['beside'];
