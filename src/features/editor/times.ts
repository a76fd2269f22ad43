// Formats times in the editor. Seconds; pure.
import { formatDuration } from '../../lib/format.ts';

const MINUTE = 60;

/** `1200.0`: tenths of a second, as specified for the list of areas. */
export const tenths = (seconds: number): string => seconds.toFixed(1);

/** `0:05.0`. */
export function clockTenths(seconds: number): string {
  const whole = Math.round(seconds * 10);
  return `${formatDuration(Math.floor(whole / 10))}.${whole % 10}`;
}

/** `0:05.25`: an edge to type. */
export function clockHundredths(seconds: number): string {
  const whole = Math.round(seconds * 100);
  return `${formatDuration(Math.floor(whole / 100))}.${String(whole % 100).padStart(2, '0')}`;
}

/** For a screen reader: `12.5 seconds`, `1 minute 3`, `4 minutes 10.5`. */
export function speakTime(seconds: number): string {
  const whole = Math.round(seconds * 10) / 10;
  const minutes = Math.floor(whole / MINUTE);
  const rest = Number((whole - minutes * MINUTE).toFixed(1));
  if (minutes === 0) return `${rest} ${rest === 1 ? 'second' : 'seconds'}`;
  const spoken = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return rest === 0 ? spoken : `${spoken} ${rest}`;
}
