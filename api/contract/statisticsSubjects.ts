// What the statistics count, and over how many days.

/** Spans `getStatistics` counts over; they travel as text. */
export const STATISTICS_DAYS = ['7', '30', '90', '365'] as const;
export type StatisticsSpan = (typeof STATISTICS_DAYS)[number];

/** What is counted day by day. */
export const STATISTICS_SUBJECTS = [
  'plays',
  'tracks',
  'likes',
  'comments',
  'users',
  'guests',
  'reports',
] as const;
export type StatisticsSubject = (typeof STATISTICS_SUBJECTS)[number];
