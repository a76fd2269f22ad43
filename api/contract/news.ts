// What a person is told about others, and the diary of their own actions (S1 §3): the kinds, and the types of `views/news.ts`.

export type { ActivityView, NotificationView } from './views/news.ts';

export const NOTIFICATION_TYPES = [
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
