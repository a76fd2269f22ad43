// Notifications and activities: the kinds, the views, reading and clearing them. Only the server creates them.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { cursor, id, isoTime } from './fields.ts';
import { MAX_NEWS } from './limits.ts';

/** `limit` is 1 … `PAGE_NEWS`. */
const newsQuery = z.object({
  cursor,
  limit: z.optional(
    z.string('limit must be a number').check(z.regex(/^[1-9]\d{0,2}$/, 'limit must be a positive number')),
  ),
});

/** One id, several, or `all`. */
const newsIds = (what: string) =>
  z.union(
    [
      id(what),
      z
        .array(id(what), `${what} must be an id or a list of them`)
        .check(z.minLength(1, `${what} names nothing`), z.maxLength(MAX_NEWS, `${what} names too many`)),
    ],
    `${what} must be an id, or a list of 1 to ${MAX_NEWS}`,
  );

/** With `all`: only rows up to this time, so that newer ones stay. */
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
  'report_closed',
  'track_hidden',
  'track_shown',
  'taken_down',
  'track_taken_down',
  'comment_taken_down',
  'appeal_answered',
  'track_restored',
  'bookmark_restored',
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

/** A person named in a notification or activity. */
const newsPerson = z.strictObject({ id: z.string(), username: z.string() });

/** One notification of the viewer. */
export const notificationView = z.strictObject({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** Who did it; null for moderation. */
  user: z.nullable(newsPerson),
  /** Null also when the track is no longer public. */
  trackId: z.nullable(z.string()),
  /** The current title. */
  trackTitle: z.nullable(z.string()),
  /** `TrackView.cover` while the track is public. */
  trackCover: z.nullable(z.string()),
  /** The comment, or the reason of a rejection. */
  commentText: z.nullable(z.string()),
  /** The viewer. */
  targetUserId: z.string(),
  createdAt: isoTime,
  isRead: z.boolean(),
});
export type NotificationView = z.output<typeof notificationView>;

/** One activity of the viewer. */
export const activityView = z.strictObject({
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  /** Null also when the track is no longer public. */
  trackId: z.nullable(z.string()),
  /** The current title, or the last one of a deleted track. */
  trackTitle: z.nullable(z.string()),
  /** `TrackView.cover` while the track is public. */
  trackCover: z.nullable(z.string()),
  /** Owner of the track. */
  trackUser: z.nullable(newsPerson),
  followedUser: z.nullable(newsPerson),
  commentText: z.nullable(z.string()),
  createdAt: isoTime,
  isRead: z.boolean(),
});
export type ActivityView = z.output<typeof activityView>;

/** `unreadCount` counts all stored rows, not only this page. */
const newsPage = z.strictObject({ nextCursor: z.optional(z.string()), unreadCount: z.number() });

const chosenActivities = z.object({ activityId: newsIds('activityId'), until });

export const activityCalls = {
  /** Newest first: at most `MAX_NEWS`, within `RETENTION.newsDays`. */
  getActivities: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(activityView),
    extra: newsPage,
  }),

  /** Accepted for old clients and ignored: the server records what happens itself. */
  addUserActivity: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** Skips missing ids in a list. */
  markActivityAsRead: post({ access: 'signedIn', body: chosenActivities, data: z.null() }),

  /** Skips missing ids in a list. */
  removeActivity: post({ access: 'signedIn', body: chosenActivities, data: z.null() }),
};

const chosenNotifications = z.object({ notificationId: newsIds('notificationId'), until });

export const notificationCalls = {
  /** Newest first: at most `MAX_NEWS`, within `RETENTION.newsDays`. */
  getNotifications: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(notificationView),
    extra: newsPage,
  }),

  /** Accepted for old clients and ignored: the server records what happens itself. */
  addNotification: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** Skips missing ids in a list. */
  markNotificationAsRead: post({ access: 'signedIn', body: chosenNotifications, data: z.null() }),

  /** Skips missing ids in a list. */
  removeNotification: post({ access: 'signedIn', body: chosenNotifications, data: z.null() }),
};
