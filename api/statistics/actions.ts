// What the admin area counts.
import { implement } from '../action.ts';
import { statisticsCalls } from '../contract/actions/statistics.ts';
import { presentStatistics } from './present.ts';
import { dayCounts, sums, totals } from './queries.ts';

export const statisticsActions = implement(statisticsCalls, {
  getStatistics: async ({ days = '7' }, { db, now }) =>
    presentStatistics(await totals(db), await sums(db), await dayCounts(db, Number(days), now)),
});
