// What the admin area counts.
import { implement } from '../action.ts';
import { statisticsCalls } from '../contract/actions/statistics.ts';
import { finishedDaysOf } from './finishedDays.ts';
import { presentStatistics } from './present.ts';
import { sums, tallies, totals } from './queries.ts';

export const statisticsActions = implement(statisticsCalls, {
  async getStatistics({ days: span = '7', zone = 'UTC' }, { db, deps, now }) {
    const count = Number(span);
    const finished = finishedDaysOf(deps.readers);
    const days = finished.days(count, now, zone);
    const [counts, sum, happened, counted] = await Promise.all([
      totals(db),
      sums(db),
      tallies(db),
      finished.tallies(db, count, now, zone),
    ]);
    return presentStatistics({ ...counts, ...sum }, happened, days, counted);
  },
});
