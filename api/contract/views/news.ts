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
  trackId: z.nullable(z.string()),
  trackTitle: z.nullable(z.string()),
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
  trackId: z.nullable(z.string()),
  trackTitle: z.nullable(z.string()),
  /** Whose track it was. */
  trackUser: z.nullable(newsPerson),
  followedUser: z.nullable(newsPerson),
  commentText: z.nullable(z.string()),
  createdAt: isoTime,
  isRead: z.boolean(),
});
export type ActivityView = z.output<typeof activityView>;
