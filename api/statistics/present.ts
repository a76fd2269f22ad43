// What leaves of the counts: to moderators.
import {
  type DayCounts,
  STATISTICS_SUBJECTS,
  type StatisticsView,
  type SubjectCounts,
} from '../contract/statistics.ts';
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

/** A subject that this version does not know is left out. */
function addTo(counts: SubjectCounts, { subject, n }: Omit<Tally, 'day'>): void {
  const known = STATISTICS_SUBJECTS.find((name) => name === subject);
  if (known) counts[known] += n;
}

export function presentStatistics(
  allTime: StatisticsView['allTime'],
  happened: readonly Omit<Tally, 'day'>[],
  days: readonly LocalDay[],
  counted: readonly Tally[],
): StatisticsView {
  const all = { ...NOTHING };
  for (const tally of happened) addTo(all, tally);
  const perDay = days.map(({ date }): DayCounts => ({ date, ...NOTHING }));
  for (const tally of counted) {
    const day = perDay[tally.day];
    if (day) addTo(day, tally);
  }
  return { allTime, happened: all, days: perDay };
}
