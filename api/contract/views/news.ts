// What a person is told about others, and the diary of their own actions (S1 §3).
import * as z from 'zod/mini';
import { ACTIVITY_TYPES, NOTIFICATION_TYPES } from '../news.ts';
import { isoTime } from '../text.ts';

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
export const newsPage = z.strictObject({ nextCursor: z.optional(z.string()), unreadCount: z.number() });
