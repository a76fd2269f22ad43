// What the statistics count, and over how many days.

/** Time spans of `getStatistics`, in days, as text. */
export const STATISTICS_DAYS = ['7', '30', '90', '365'] as const;
export type StatisticsSpan = (typeof STATISTICS_DAYS)[number];

/** Subjects counted per day. */
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
