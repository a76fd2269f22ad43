// What the admin area counts.
import { implement } from '../action.ts';
import { statisticsCalls } from '../contract/statistics.ts';
import { readTotals } from '../db/totals.ts';
import { finishedDaysOf } from './finishedDays.ts';
import { presentStatistics } from './present.ts';
import { allTime, happened, waitingSums } from './queries.ts';

export const statisticsActions = implement(statisticsCalls, {
  async getStatistics({ days: span = '7', zone = 'UTC' }, { db, deps, now }) {
    const count = Number(span);
    const finished = finishedDaysOf(deps.readers);
    const days = finished.days(count, now, zone);
    const [of, waiting, counted] = await Promise.all([
      readTotals(db),
      waitingSums(db),
      finished.tallies(db, count, now, zone),
    ]);
    return presentStatistics(allTime(of, waiting), happened(of), days, counted);
  },
});
