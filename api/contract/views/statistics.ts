// What the admin area counts.
import * as z from 'zod/mini';

/** One UTC day. */
export const dayCounts = z.strictObject({
  /** YYYY-MM-DD. */
  date: z.string(),
  users: z.number(),
  tracks: z.number(),
  comments: z.number(),
  likes: z.number(),
  reports: z.number(),
});
export type DayCounts = z.output<typeof dayCounts>;

export const statisticsView = z.strictObject({
  allTime: z.strictObject({
    users: z.number(),
    tracks: z.number(),
    comments: z.number(),
    likes: z.number(),
    plays: z.number(),
    reports: z.number(),
    /** Bytes of audio. */
    storageBytes: z.number(),
    pendingReports: z.number(),
    pendingUploads: z.number(),
  }),
  /** The days asked for, oldest first, days without anything included. */
  days: z.array(dayCounts),
});
export type StatisticsView = z.output<typeof statisticsView>;
