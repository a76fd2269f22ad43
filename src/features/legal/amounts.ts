// Amounts as a German sentence says them.
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';

const words = legalMessages.figures;
const HOUR = 3600;
const MINUTE = 60;
const MEGABYTE = 1024 * 1024;

export const daysText = (days: number): string => (days === 1 ? words.day : fill(words.days, { n: days }));

/** In the largest unit that says it without a fraction, and with more than one of it. */
export function secondsText(seconds: number): string {
  if (seconds > HOUR && seconds % HOUR === 0) return fill(words.hours, { n: seconds / HOUR });
  if (seconds > MINUTE && seconds % MINUTE === 0) return fill(words.minutes, { n: seconds / MINUTE });
  return fill(words.seconds, { n: seconds });
}

/** MB are 1024 × 1024 bytes, as everywhere in the app. */
export const megabytesText = (bytes: number): string =>
  fill(words.megabytes, { n: Number((bytes / MEGABYTE).toFixed(1)).toLocaleString('de-DE') });
