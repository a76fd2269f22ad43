// What the admin area counts.
import * as z from 'zod/mini';
import { get } from '../call.ts';
import { STATISTICS_DAYS } from '../statistics.ts';
import { statisticsView } from '../views/statistics.ts';

export const statisticsCalls = {
  /** `days` is 7 when left out. */
  getStatistics: get({
    access: 'moderator',
    query: z.object({ days: z.optional(z.enum(STATISTICS_DAYS, 'days must be 7, 30, 90 or 365')) }),
    data: statisticsView,
  }),
};
