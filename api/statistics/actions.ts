// What the admin area counts.
import { implement } from '../action.ts';
import { statisticsCalls } from '../contract/actions/statistics.ts';
import { localDays } from './days.ts';
import { presentStatistics } from './present.ts';
import { dayTallies, sums, tallies, totals } from './queries.ts';

export const statisticsActions = implement(statisticsCalls, {
  async getStatistics({ days: span = '7', zone = 'UTC' }, { db, now }) {
    const days = localDays(Number(span), now, zone);
    const [counts, sum, happened, counted] = await Promise.all([
      totals(db),
      sums(db),
      tallies(db),
      dayTallies(db, days),
    ]);
    return presentStatistics({ ...counts, ...sum }, happened, days, counted);
  },
});
