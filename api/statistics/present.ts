// What leaves of the counts: to moderators.
import type { DayCounts, StatisticsView } from '../contract/statistics.ts';
import type { Counted, Day, sums } from './queries.ts';

const presentDay = ({ start, accounts, ...counts }: Day): DayCounts => ({
  date: new Date(start).toISOString().slice(0, 10),
  users: accounts,
  ...counts,
});

export const presentStatistics = (
  { accounts, ...counts }: Record<Counted, number>,
  allTime: Awaited<ReturnType<typeof sums>>,
  days: readonly Day[],
): StatisticsView => ({
  allTime: { users: accounts, ...counts, ...allTime },
  days: days.map(presentDay),
});
