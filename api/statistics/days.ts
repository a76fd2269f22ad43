// Days as a clock on a wall has them: 23, 24 or 25 hours long.

const DAY_MS = 24 * 3600 * 1000;
/** Clocks are set forward and back by multiples of this. */
const STEP_MS = 30 * 60 * 1000;

export interface LocalDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Milliseconds since 1970 of its first moment, and of the next day's. */
  from: number;
  until: number;
}

/** The last `count` days of a time zone, oldest first; the last one holds `now`. About 10 µs each. */
export function localDays(count: number, now: number, zone: string): LocalDay[] {
  // Canada writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const dateAt = (time: number) => format.format(time);
  const sinceMidnight = (time: number) => {
    const [hours = 0, minutes = 0] = clock.format(time).split(':').map(Number);
    return (hours * 60 + minutes) * 60_000;
  };
  /** The first moment of the day that holds `time`: by the clock, then put right where the clock was set that day. */
  const startOf = (time: number): number => {
    const date = dateAt(time);
    let start = time - (time % 60_000) - sinceMidnight(time);
    while (dateAt(start) < date) start += STEP_MS;
    while (dateAt(start - STEP_MS) === date) start -= STEP_MS;
    return start;
  };

  const days: LocalDay[] = [];
  let from = startOf(now);
  let until = startOf(from + DAY_MS + DAY_MS / 4);
  while (days.length < count) {
    days.push({ date: dateAt(from), from, until });
    until = from;
    from = startOf(from - 1);
  }
  return days.reverse();
}
