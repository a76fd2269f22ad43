// Dates as text, always in de-DE, in any browser language.
import { messages } from './messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const shortDate = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' });
const clock = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit' });

/** `21.11.2026`; "Invalid date" when it is none. */
export function formatDate(date: Date | string): string {
  const value = new Date(date);
  return Number.isNaN(value.getTime()) ? messages.time.invalid : shortDate.format(value);
}

/** `14:05`; "Invalid date" when it is none. */
export function formatClock(date: Date | string): string {
  const value = new Date(date);
  return Number.isNaN(value.getTime()) ? messages.time.invalid : clock.format(value);
}

/** `21.11.2026, 14:05`. */
export const formatMoment = (date: Date | string): string => `${formatDate(date)}, ${formatClock(date)}`;

/** Time of a copy, as short as possible: `14:05` if today, else `21.11.2026, 14:05`. `now` in epoch milliseconds. */
export const formatCopyTime = (date: Date | string, now: number): string =>
  formatDate(date) === shortDate.format(now) ? formatClock(date) : formatMoment(date);

/**
 * Under a minute "Just now", then minutes, hours to 24 h, days to 3 d, then the short date.
 * `now` in epoch milliseconds; a date in the future counts as now.
 */
export function relativeTime(iso: string | null | undefined, now: number): string {
  if (iso === null || iso === undefined || iso === '') return messages.time.unknown;
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return messages.time.invalid;
  const age = now - at;
  if (age < MINUTE_MS) return messages.time.justNow;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  if (age <= 3 * DAY_MS) return `${Math.floor(age / DAY_MS)}d ago`;
  return shortDate.format(at);
}
