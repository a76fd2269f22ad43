// What the admin area counts.

export type { DayCounts, StatisticsView } from './views/statistics.ts';

/** Spans `getStatistics` counts over; they travel as text. */
export const STATISTICS_DAYS = ['7', '30', '90', '365'] as const;
