// Numbers as text: durations, counts, sizes. Pure; seconds and bytes in, text out.

/** `m:ss`, from one hour `h:mm:ss`; `0:00` for invalid or negative numbers. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '0:00';
  const whole = Math.floor(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** `mm:ss`, the recorder's timer. */
export function formatTimer(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** A duration in words for screen readers: `1 minute 3 seconds`. */
export function speakDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const part = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return part(whole, 'second');
  return whole % 60 === 0
    ? part(minutes, 'minute')
    : `${part(minutes, 'minute')} ${part(whole % 60, 'second')}`;
}

/** `950`, `1.2K`, `34K`, `1.2M`; never negative. */
export function formatCount(count: number): string {
  const value = Number.isFinite(count) && count > 0 ? Math.floor(count) : 0;
  if (value < 1000) return String(value);
  const [scaled, unit] = value < 1_000_000 ? [value / 1000, 'K'] : [value / 1_000_000, 'M'];
  const floored = scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled);
  return `${floored}${unit}`;
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Bytes, KB, MB, GB at base 1024, at most two decimals; 1024 of a unit becomes 1 of the next, after rounding. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes';
  let power = 0;
  const rounded = () => Number((bytes / 1024 ** power).toFixed(2));
  while (power < UNITS.length - 1 && rounded() >= 1024) power += 1;
  return `${rounded()} ${UNITS[power]}`;
}

/** With `digits` decimals and a minus sign instead of a hyphen. */
export const formatLevel = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
