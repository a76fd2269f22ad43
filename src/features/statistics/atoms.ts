// The counts of each period, by days of this device's zone; looked at again every few minutes.

import type { StatisticsView } from '../../../api/contract/statistics.ts';
import { STATISTICS_DAYS, type StatisticsSpan } from '../../../api/contract/statisticsSubjects.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, type Query } from '../../state/queries.ts';

const REFRESH_MS = 5 * 60_000;

/** Where this device's days begin. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const queryOf = (days: StatisticsSpan) =>
  createQuery<StatisticsView>({
    key: `getStatistics ${days}`,
    tags: ['statistics'],
    everyMs: REFRESH_MS,
    load: async (get, _set, signal) =>
      (await get(statePortsAtom).read('getStatistics', { days, zone: zoneHere() }, { signal })).data,
  });

export const statisticsQueries = Object.fromEntries(
  STATISTICS_DAYS.map((days) => [days, queryOf(days)]),
) as Record<StatisticsSpan, Query<StatisticsView>>;
