// The table as a file for a spreadsheet (RFC 4180): one line a day, oldest first, numbers without grouping.
import type { DayCounts } from '../../../api/contract/statistics.ts';
import { STATISTICS_SUBJECTS } from '../../../api/contract/statisticsSubjects.ts';

const COLUMNS = ['date', ...STATISTICS_SUBJECTS] as const;

export const csvOf = (days: readonly DayCounts[]): string =>
  [COLUMNS, ...days.map((day) => COLUMNS.map((column) => day[column]))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** `aural-statistics-2026-10-22-2026-10-28.csv`. */
export const csvName = (days: readonly DayCounts[]): string =>
  `aural-statistics-${days[0]?.date ?? ''}-${days.at(-1)?.date ?? ''}.csv`;
