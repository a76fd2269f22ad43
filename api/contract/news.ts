// Notifications and activities: the kinds, the views, reading and clearing them. Only the server creates them.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { cursor, id, isoTime } from './fields.ts';
import { NEWS_KEPT } from './limits.ts';

/** Query of a page of news; `limit` is 1 … `PAGE_NEWS`. */
const newsQuery = z.object({
  cursor,
  limit: z.optional(
    z.string('limit must be a number').check(z.regex(/^[1-9]\d{0,2}$/, 'limit must be a positive number')),
  ),
});

/** Which rows of news a write is about: one id, several, or `all`. */
const newsIds = (what: string) =>
  z.union(
    [
      id(what),
      z
        .array(id(what), `${what} must be an id or a list of them`)
        .check(z.minLength(1, `${what} names nothing`), z.maxLength(NEWS_KEPT, `${what} names too many`)),
    ],
    `${what} must be an id, or a list of 1 to ${NEWS_KEPT}`,
  );

/** With `all`: those up to this moment, so that what came meanwhile stays. */
const until = z.optional(z.iso.datetime('until must be a moment in UTC'));

const NOTIFICATION_TYPES = [
  'like',
  'comment',
  'bookmark',
  'follow',
  'upload',
  'followed_user_upload',
  'upload_approved',
  'upload_rejected',
  'report_removed',
  'report_kept',
  'taken_down',
  'track_taken_down',
  'comment_taken_down',
  'appeal_answered',
  'consent_withdrawn',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

const ACTIVITY_TYPES = [
  'my_upload',
  'my_like',
  'my_bookmark',
  'my_comment',
  'my_delete',
  'my_follow',
  'my_upload_rejected',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Someone as a row of news names them. */
const newsPerson = z.strictObject({ id: z.string(), username: z.string() });

/** One notification of the viewer. */
export const notificationView = z.strictObject({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** Who did it; null for the moderation. */
  user: z.nullable(newsPerson),
  /** Null also when it can no longer be heard. */
  trackId: z.nullable(z.string()),
  /** As it is called now. */
  trackTitle: z.nullable(z.string()),
  /** `TrackView.face` of a track that can be heard. */
  trackFace: z.nullable(z.string()),
  /** What was said of it: the comment, or the reason of a rejection. */
  commentText: z.nullable(z.string()),
  /** The viewer. */
  targetUserId: z.string(),
  createdAt: isoTime,
  isRead: z.boolean(),
});
export type NotificationView = z.output<typeof notificationView>;

/** One entry of the viewer's own diary. */
export const activityView = z.strictObject({
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  /** Null also when it can no longer be heard. */
  trackId: z.nullable(z.string()),
  /** As it is called now; of one that is gone, as it was. */
  trackTitle: z.nullable(z.string()),
  /** `TrackView.face` of a track that can be heard. */
  trackFace: z.nullable(z.string()),
  /** Whose track it was. */
  trackUser: z.nullable(newsPerson),
  followedUser: z.nullable(newsPerson),
  commentText: z.nullable(z.string()),
  createdAt: isoTime,
  isRead: z.boolean(),
});
export type ActivityView = z.output<typeof activityView>;

/** Beside a page of news. `unreadCount` is of all that is kept, not of the page. */
const newsPage = z.strictObject({ nextCursor: z.optional(z.string()), unreadCount: z.number() });

const chosenActivities = z.object({ activityId: newsIds('activityId'), until });

export const activityCalls = {
  /** Newest first: at most `NEWS_KEPT` of the last six months. */
  getActivities: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(activityView),
    beside: newsPage,
  }),

  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addUserActivity: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  markActivityAsRead: post({ access: 'signedIn', body: chosenActivities, data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  removeActivity: post({ access: 'signedIn', body: chosenActivities, data: z.null() }),
};

const chosenNotifications = z.object({ notificationId: newsIds('notificationId'), until });

export const notificationCalls = {
  /** Newest first: at most `NEWS_KEPT` of the last six months. */
  getNotifications: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(notificationView),
    beside: newsPage,
  }),

  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addNotification: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  markNotificationAsRead: post({ access: 'signedIn', body: chosenNotifications, data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  removeNotification: post({ access: 'signedIn', body: chosenNotifications, data: z.null() }),
};
