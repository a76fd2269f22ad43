// What people are told of.
import type { Flag } from './flag.ts';

export interface ActivitiesTable {
  id: string;
  account_id: string;
  type: string;
  track_id: string | null;
  track_title: string | null;
  other_account_id: string | null;
  comment_text: string | null;
  /** What `comment_text` quotes; the row goes with it. */
  comment_id: string | null;
  is_read: Flag;
  created_at: number;
}

export interface NotificationsTable {
  id: string;
  /** Whom it is for. */
  account_id: string;
  type: string;
  /** Who did it; null when it was the moderation. */
  actor_id: string | null;
  track_id: string | null;
  track_title: string | null;
  comment_text: string | null;
  /** The comment it quotes, if it quotes one; the row goes with it. */
  comment_id: string | null;
  is_read: Flag;
  created_at: number;
}
