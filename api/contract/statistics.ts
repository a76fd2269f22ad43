// What the admin area counts.

export const STATISTICS_DAYS = [7, 30, 90, 365] as const;
export type StatisticsDays = (typeof STATISTICS_DAYS)[number];

export interface Totals {
  users: number;
  tracks: number;
  comments: number;
  likes: number;
  plays: number;
  reports: number;
}

/** One UTC day. */
export interface DayCounts {
  /** YYYY-MM-DD. */
  date: string;
  users: number;
  tracks: number;
  comments: number;
  likes: number;
  reports: number;
}

export interface StatisticsView {
  allTime: Totals & {
    /** Bytes of audio. */
    storageBytes: number;
    pendingReports: number;
    pendingUploads: number;
  };
  /** The days asked for, oldest first, days without anything included. */
  days: DayCounts[];
}

/** A row of the users table. */
export interface AdminUserView {
  id: string;
  username: string;
  email: string | null;
  role: string;
  totalUploads: number;
  totalLikes: number;
  isVerified: boolean;
  createdAt: string;
}
