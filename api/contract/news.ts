// What a person is told about others, and the diary of their own actions (S1 §3).

export const NOTIFICATION_TYPES = [
  'like',
  'comment',
  'bookmark',
  'follow',
  'upload',
  'followed_user_upload',
  'upload_approved',
  'upload_rejected',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const ACTIVITY_TYPES = [
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
export interface NewsPerson {
  id: string;
  username: string;
}

/** One notification of the viewer. */
export interface NotificationView {
  id: string;
  type: NotificationType;
  /** Who did it; null for the moderation. */
  user: NewsPerson | null;
  trackId: string | null;
  trackTitle: string | null;
  commentText: string | null;
  /** The viewer. */
  targetUserId: string;
  createdAt: string;
  isRead: boolean;
}

/** One entry of the viewer's own diary. */
export interface ActivityView {
  id: string;
  type: ActivityType;
  trackId: string | null;
  trackTitle: string | null;
  /** Whose track it was. */
  trackUser: NewsPerson | null;
  followedUser: NewsPerson | null;
  commentText: string | null;
  createdAt: string;
  isRead: boolean;
}
