// Notifications and activities.

export interface ActivitiesTable {
  id: string;
  account_id: string;
  type: string;
  track_id: string | null;
  track_title: string | null;
  other_account_id: string | null;
  comment_text: string | null;
  /** The comment quoted in `comment_text`; the row is deleted with it. */
  comment_id: string | null;
  is_read: 0 | 1;
  created_at: number;
}

export interface NotificationsTable {
  id: string;
  /** The receiving account. */
  account_id: string;
  type: string;
  /** The acting account; null for the moderation. */
  actor_id: string | null;
  track_id: string | null;
  track_title: string | null;
  comment_text: string | null;
  /** The quoted comment, if any; the row is deleted with it. */
  comment_id: string | null;
  is_read: 0 | 1;
  created_at: number;
}
