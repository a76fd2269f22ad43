// Counts of the admin area.
import * as z from 'zod/mini';
import { get } from './call.ts';
import { text } from './fields.ts';
import { STATISTICS_DAYS } from './statisticsSubjects.ts';

/** How often it happened, whatever became of it since. */
const subjectCounts = {
  plays: z.number(),
  /** Recordings that went public. */
  tracks: z.number(),
  likes: z.number(),
  comments: z.number(),
  /** Accounts that registered; a guest who does counts here, too, on the day of it. */
  users: z.number(),
  /** Visits that became an account by themselves. */
  guests: z.number(),
  reports: z.number(),
};

const happened = z.strictObject(subjectCounts);
export type SubjectCounts = z.output<typeof happened>;

/** One day of the zone asked for; a zone of quarter hours is counted from the half-hour before its midnight. */
const dayCounts = z.strictObject({
  /** YYYY-MM-DD. */
  date: z.string(),
  ...subjectCounts,
});
export type DayCounts = z.output<typeof dayCounts>;

const statisticsView = z.strictObject({
  /** What is there now. */
  allTime: z.strictObject({
    /** Every account. */
    users: z.number(),
    /** Those among them who never registered. */
    guests: z.number(),
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
  /** Since the installation began, what has been deleted included. */
  happened,
  /** The days asked for, oldest first, days without anything included. */
  days: z.array(dayCounts),
});
export type StatisticsView = z.output<typeof statisticsView>;

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const zone = text('zone', 64).check(z.refine(isZone, 'zone must be a time zone as Europe/Berlin'));

export const statisticsCalls = {
  /** `days` is 7 when left out. A day begins at midnight of `zone`, UTC when left out. */
  getStatistics: get({
    access: 'moderator',
    query: z.object({
      days: z.optional(z.enum(STATISTICS_DAYS, 'days must be 7, 30, 90 or 365')),
      zone: z.optional(zone),
    }),
    data: statisticsView,
  }),
};
