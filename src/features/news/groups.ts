// The periods of the News page, first match wins (K37). Weeks begin on Monday, in the time of this device.

const GROUPS = ['thisWeek', 'lastWeek', 'weeks', 'months', 'older'] as const;
export type GroupName = (typeof GROUPS)[number];

const WEEKS_BACK = 5;
const MONTHS_BACK = 6;

/** Monday 0:00 of the week of `now`, and of earlier ones; days are counted, not hours: a week may have 167 or 169. */
const mondayOf = (now: Date, weeksBack: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) - 7 * weeksBack);

function monthsBefore(now: Date, months: number): Date {
  const last = new Date(now.getFullYear(), now.getMonth() - months + 1, 0).getDate();
  const day = Math.min(now.getDate(), last);
  return new Date(now.getFullYear(), now.getMonth() - months, day, now.getHours(), now.getMinutes());
}

/** The period of an ISO time. A time in the future counts as this week. */
export function groupOf(createdAt: string, now: Date): GroupName {
  const at = new Date(createdAt);
  if (at >= mondayOf(now, 0)) return 'thisWeek';
  if (at >= mondayOf(now, 1)) return 'lastWeek';
  if (at >= mondayOf(now, WEEKS_BACK)) return 'weeks';
  return at >= monthsBefore(now, MONTHS_BACK) ? 'months' : 'older';
}

/** In the order of `GROUPS`: this week always, the others only when they have rows. */
export function groupRows<Row extends { createdAt: string }>(
  rows: readonly Row[],
  now: Date,
): { name: GroupName; rows: Row[] }[] {
  const groups = GROUPS.map((name) => ({ name, rows: [] as Row[] }));
  for (const row of rows) groups[GROUPS.indexOf(groupOf(row.createdAt, now))]?.rows.push(row);
  return groups.filter(({ name, rows: own }) => name === 'thisWeek' || own.length > 0);
}
