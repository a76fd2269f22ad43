// Counts of the admin area.
import * as z from 'zod/mini';
import { get } from './call.ts';
import { text } from './fields.ts';
import { STATISTICS_DAYS } from './statisticsSubjects.ts';

/** How often it happened, including content that was deleted later. */
const subjectCounts = {
  plays: z.number(),
  /** Published recordings. */
  tracks: z.number(),
  likes: z.number(),
  comments: z.number(),
  /** Registrations, including guests who registered, on the day they did. */
  users: z.number(),
  /** Guest accounts created by a first write. */
  guests: z.number(),
  reports: z.number(),
};

const happened = z.strictObject(subjectCounts);
export type SubjectCounts = z.output<typeof happened>;

/** One day in the requested zone. Zones with quarter-hour offsets count from the half-hour before midnight. */
const dayCounts = z.strictObject({
  /** YYYY-MM-DD. */
  date: z.string(),
  ...subjectCounts,
});
export type DayCounts = z.output<typeof dayCounts>;

const statisticsView = z.strictObject({
  /** Current totals. */
  allTime: z.strictObject({
    /** All accounts. */
    users: z.number(),
    /** Accounts that never registered. */
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
  /** Since the start of the installation, including deleted content. */
  happened,
  /** The requested days, oldest first, including empty days. */
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
  /** `days` defaults to 7, `zone` to UTC. A day starts at midnight in `zone`. */
  getStatistics: get({
    access: 'moderator',
    query: z.object({
      days: z.optional(z.enum(STATISTICS_DAYS, 'days must be 7, 30, 90 or 365')),
      zone: z.optional(zone),
    }),
    data: statisticsView,
  }),
};
