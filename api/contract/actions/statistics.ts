// What the admin area counts.
import * as z from 'zod/mini';
import { get } from '../call.ts';
import { STATISTICS_DAYS } from '../statistics.ts';
import { text } from '../text.ts';
import { statisticsView } from '../views/statistics.ts';

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
