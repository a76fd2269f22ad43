// What leaves of the counts: to moderators.
import type { DayCounts, StatisticsView, SubjectCounts } from '../contract/statistics.ts';
import type { LocalDay } from './days.ts';
import type { Tally } from './queries.ts';

const NOTHING: SubjectCounts = {
  plays: 0,
  tracks: 0,
  likes: 0,
  comments: 0,
  users: 0,
  guests: 0,
  reports: 0,
};

export function presentStatistics(
  allTime: StatisticsView['allTime'],
  happened: readonly Omit<Tally, 'day'>[],
  days: readonly LocalDay[],
  counted: readonly Tally[],
): StatisticsView {
  const all = { ...NOTHING };
  for (const { subject, n } of happened) all[subject] = n;
  const perDay = days.map(({ date }): DayCounts => ({ date, ...NOTHING }));
  for (const { day, subject, n } of counted) {
    const counts = perDay[day];
    if (counts) counts[subject] = n;
  }
  return { allTime, happened: all, days: perDay };
}
