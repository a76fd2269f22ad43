// What the body (of a GET: the query) of each action must look like. Unknown fields are dropped, never
// stored. Server side only: the client imports the types of `actions.ts` and stays free of zod.
import * as z from 'zod/mini';
import { GUEST_ROWS } from './accounts.ts';
import {
  BIO_MAX_LENGTH,
  COMMENT_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  REASON_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
  TITLE_MIN_LENGTH,
} from './limits.ts';
import { REPORT_STATUSES, REPORT_TYPES } from './reports.ts';
import { id, nothing, sha256Hex, text } from './text.ts';
import { GENDERS } from './tracks.ts';

/** Challenges are given for any size, so that a too large file is refused as what it is. */
const CHALLENGE_MAX_BYTES = 2 ** 40;
/** Ids in one list of `updateUserData`. */
const LIST_MAX_COUNT = 1000;

const password = text('password', PASSWORD_MAX_LENGTH, 1);
const username = text('username', 64, 1);
const flag = (what: string) => z.boolean(`${what} must be true or false`);
const ids = (what: string) =>
  z.array(id(what), `${what} must be a list`).check(z.maxLength(LIST_MAX_COUNT, `${what} is too long`));
const tags = z
  .array(text('a tag', 200), 'tags must be a list')
  // The category may be sent along and does not count (K33).
  .check(z.maxLength(TAGS_MAX_COUNT + 1, `there may be at most ${TAGS_MAX_COUNT} tags`));
const email = z
  .string('email must be text')
  .check(
    z.maxLength(254, 'email is too long'),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email must look like one'),
  );

const guestRows = z.optional(z.enum(GUEST_ROWS, 'guestRows must be keep or leave'));

const trackUpdates = {
  title: z.optional(text('title', TITLE_MAX_LENGTH, TITLE_MIN_LENGTH)),
  description: z.optional(text('description', DESCRIPTION_MAX_LENGTH)),
  tags: z.optional(tags),
  gender: z.optional(z.enum(GENDERS, 'gender must be Female, Male, Couple or Diverse')),
};

/** The call as specified names none: it is about what never changed. */
const version = z._default(
  z.int('version must be a whole number').check(z.positive('version must be positive')),
  1,
);

const userUpdates = z.object(
  {
    username: z.optional(username),
    bio: z.optional(text('bio', BIO_MAX_LENGTH)),
    tags: z.optional(tags),
    email: z.optional(z.nullable(email)),
    preferences: z.optional(
      z.object({
        notifications: z.optional(
          z.object({
            likes: z.optional(flag('likes')),
            comments: z.optional(flag('comments')),
            follows: z.optional(flag('follows')),
          }),
        ),
        privacy: z.optional(
          z.object({
            publicProfile: z.optional(flag('publicProfile')),
            allowComments: z.optional(flag('allowComments')),
          }),
        ),
        playback: z.optional(
          z.object({
            autoplay: z.optional(flag('autoplay')),
            volume: z.optional(
              z
                .number('volume must be a number')
                .check(z.gte(0, 'volume is 0 … 1'), z.lte(1, 'volume is 0 … 1')),
            ),
          }),
        ),
      }),
    ),
  },
  'updates must be an object',
);

export const BODIES = {
  getDatabase: nothing,
  getTracks: z.object({
    category: z.optional(text('category', 40)),
    gender: z.optional(text('gender', 20)),
    id: z.optional(id('id')),
    query: z.optional(text('query', 200)),
    tags: z.optional(text('tags', 300)),
    user: z.optional(text('user', 64)),
    cursor: z.optional(text('cursor', 200)),
    limit: z.optional(
      z.string('limit must be a number').check(z.regex(/^[1-9]\d{0,3}$/, 'limit must be a positive number')),
    ),
  }),
  getPendingUploads: nothing,
  getAutoApproveStatus: nothing,
  getConfig: nothing,
  getUser: z.object({ userId: text('userId', 64, 1) }),
  getUserData: z.object({ userId: id('userId') }),
  getComments: z.object({ trackId: id('trackId'), cursor: z.optional(text('cursor', 200)) }),
  me: nothing,
  exportAccount: nothing,
  getReports: nothing,
  getTrackEdits: z.object({ trackId: id('trackId') }),
  getUsers: nothing,
  getStatistics: z.object({
    days: z.optional(z.enum(['7', '30', '90', '365'], 'days must be 7, 30, 90 or 365')),
  }),

  getPowChallenge: z.object({
    sha256: sha256Hex,
    size: z
      .int('size must be a whole number of bytes')
      .check(z.gte(0, 'size must not be negative'), z.lte(CHALLENGE_MAX_BYTES, 'size is not a file size')),
  }),

  register: z.object({
    username,
    password,
    email: z.optional(z.union([z.literal(''), email], 'email must look like one')),
    isOver18: flag('isOver18'),
  }),
  login: z.object({ username, password, guestRows }),
  logout: nothing,
  changePassword: z.object({ password, newPassword: password }),
  recoverAccount: z.object({
    username,
    recoveryCode: text('recoveryCode', 64, 1),
    newPassword: password,
    guestRows,
  }),
  deleteAccount: z.object({ password: z.optional(password) }),
  updateUser: z.object({ userId: id('userId'), updates: userUpdates }),
  updateUserData: z.object({
    userId: id('userId'),
    userData: z.optional(userUpdates),
    myTracks: z.optional(ids('myTracks')),
    followedUsers: z.optional(ids('followedUsers')),
  }),
  addUser: z.object({ user: z.object({ username, password }, 'user must be an object') }),
  deleteUser: z.object({ userId: id('userId') }),

  addTrack: z.object({ track: z.object({ id: id('track.id'), ...trackUpdates }, 'track must be an object') }),
  updateTrack: z.object({
    trackId: id('trackId'),
    updates: z.object(trackUpdates, 'updates must be an object'),
  }),
  deleteTrack: z.object({ trackId: id('trackId') }),
  incrementPlay: z.object({ trackId: id('trackId') }),

  addComment: z.object({ trackId: id('trackId'), content: text('content', COMMENT_MAX_LENGTH * 4) }),
  deleteComment: z.object({ commentId: id('commentId') }),
  addLike: z.object({ like: z.object({ trackId: id('trackId') }, 'like must be an object') }),
  removeLike: z.object({ likeId: id('likeId') }),
  addBookmark: z.object({ bookmark: z.object({ trackId: id('trackId') }, 'bookmark must be an object') }),
  removeBookmark: z.object({ bookmarkId: id('bookmarkId') }),
  addCommentLike: z.object({ like: z.object({ commentId: id('commentId') }, 'like must be an object') }),
  removeCommentLike: z.object({ likeId: id('likeId') }),
  addFollow: z.object({ follow: z.object({ followingId: id('followingId') }, 'follow must be an object') }),
  removeFollow: z.object({ followId: id('followId') }),

  addUserActivity: nothing,
  addNotification: nothing,
  markActivityAsRead: z.object({ activityId: id('activityId') }),
  markNotificationAsRead: z.object({ notificationId: id('notificationId') }),
  removeNotification: z.object({ notificationId: id('notificationId') }),

  addReport: z.object({
    report: z.object(
      {
        type: z._default(z.enum(REPORT_TYPES, 'type must be recording, comment or description'), 'recording'),
        targetId: id('targetId'),
        trackId: z.optional(id('trackId')),
        reason: z.optional(text('reason', REASON_MAX_LENGTH)),
      },
      'report must be an object',
    ),
  }),
  updateReportStatus: z.object({
    reportId: id('reportId'),
    status: z.enum(REPORT_STATUSES, 'status must be pending, reviewed or resolved'),
  }),
  deleteReport: z.object({ reportId: id('reportId') }),

  approveUpload: z.object({ uploadId: id('uploadId'), version }),
  rejectUpload: z.object({
    uploadId: id('uploadId'),
    version,
    reason: z.optional(text('reason', REASON_MAX_LENGTH)),
  }),
  setAutoApproveStatus: z.object({ status: flag('status') }),
  forceDeleteTrack: z.object({
    trackTitle: text('trackTitle', TITLE_MAX_LENGTH, 1),
    username,
    password: z._default(text('password', PASSWORD_MAX_LENGTH), ''),
  }),
  deleteAllUserContent: z.object({ password: z._default(text('password', PASSWORD_MAX_LENGTH), '') }),

  resetDatabase: nothing,
  forceCreateDemoData: nothing,
  forceAddHollaTracks: nothing,
  addDemoActivitiesAndNotifications: nothing,
} as const;
