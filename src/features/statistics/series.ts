// Data of the chart: heights, sums and names. Pure.
import type { DayCounts, SubjectCounts } from '../../../api/contract/statistics.ts';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../../../api/contract/statisticsSubjects.ts';
import { statisticsMessages } from '../../lib/messages/statistics.ts';

/** CSS pixels of the largest bar, and of a bar for zero. */
const SCALE_PX = 200;
const BAR_MIN_PX = 8;

/** CSS pixels; `peak` is the largest value on the chart. */
export const barHeight = (value: number, peak: number): number =>
  Math.max(BAR_MIN_PX, peak > 0 ? (value / peak) * SCALE_PX : 0);

/** The largest shown value; 0 when there is none. */
export const peakOf = (days: readonly DayCounts[], shown: readonly StatisticsSubject[]): number =>
  days.reduce((peak, day) => shown.reduce((high, subject) => Math.max(high, day[subject]), peak), 0);

export function totalsOf(days: readonly DayCounts[]): SubjectCounts {
  const sum = (subject: StatisticsSubject) => days.reduce((total, day) => total + day[subject], 0);
  return Object.fromEntries(STATISTICS_SUBJECTS.map((subject) => [subject, sum(subject)])) as SubjectCounts;
}

const number = new Intl.NumberFormat('en-US');
export const numberText = (value: number): string => number.format(value);

const noon = (date: string) => new Date(`${date}T12:00:00`);
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const long = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const short = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit' });
/** `Wed, 28.10.2026` and `28.10.`; `date` is YYYY-MM-DD. */
export const dayText = (date: string): string => `${weekday.format(noon(date))}, ${long.format(noon(date))}`;
export const shortDayText = (date: string): string => short.format(noon(date));

/** A day in one sentence, for screen readers. */
export const spokenDay = (day: DayCounts, shown: readonly StatisticsSubject[]): string =>
  [
    dayText(day.date),
    ...shown.map((subject) => `${statisticsMessages.subjects[subject]} ${numberText(day[subject])}`),
  ].join(', ');
