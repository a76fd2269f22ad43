// Counts of past days, cached between requests so that the curves of a year cost what today costs. Exact:
// tallies are only ever added to, so that what happened before today, all of it together, shows whether anything of it changed.
import type { Db } from '../db/client.ts';
import type { ReadPool } from '../db/reads.ts';
import { type LocalDay, localDays } from './days.ts';
import { dayTallies, happenedBefore, type Tally } from './queries.ts';

/** The zones that were asked for last: one of a year is some 30 kB. */
const MAX_ZONES = 16;

type Counts = Omit<Tally, 'day'>[];

interface Zone {
  /** Oldest first; the last one is not over. */
  days: LocalDay[];
  /** When the last one began and how much had happened until then; null before it was asked. */
  past: string | null;
  /** By the day's beginning. */
  counts: Map<number, Counts>;
}

interface FinishedDays {
  /** The last `count` days of a zone, oldest first; the last one holds `now`. */
  days(count: number, now: number, zone: string): LocalDay[];
  /** How often each subject happened on each of the last `count` days; days without any may be left out. */
  tallies(db: Db, count: number, now: number, zone: string): Promise<Tally[]>;
}

function createFinishedDays(): FinishedDays {
  const zones = new Map<string, Zone>();

  function zoneAt(count: number, now: number, name: string): Zone {
    const known = zones.get(name);
    const today = known?.days.at(-1);
    zones.delete(name);
    const isToday = today !== undefined && today.from <= now && now < today.until;
    const zone: Zone =
      known && isToday && known.days.length >= count
        ? known
        : { past: null, counts: new Map(), ...(isToday && known), days: localDays(count, now, name) };
    zones.set(name, zone);
    for (const [oldest] of zones) if (zones.size > MAX_ZONES) zones.delete(oldest);
    return zone;
  }

  /** Of finished days in a row; none of them is asked for twice. */
  async function finished(db: Db, zone: Zone, days: readonly LocalDay[], past: string): Promise<Counts[]> {
    if (zone.past !== past) {
      zone.past = past;
      zone.counts = new Map();
    }
    const { counts } = zone;
    const missing = days.filter(({ from }) => !counts.has(from));
    if (missing.length > 0) {
      const found = await dayTallies(db, missing);
      for (const { from } of missing) counts.set(from, []);
      for (const { day, ...tally } of found) counts.get(missing[day]?.from ?? 0)?.push(tally);
    }
    return days.map(({ from }) => counts.get(from) ?? []);
  }

  return {
    days: (count, now, name) => zoneAt(count, now, name).days.slice(-count),
    async tallies(db, count, now, name) {
      const zone = zoneAt(count, now, name);
      const days = zone.days.slice(-count);
      const today = days.at(-1);
      if (today === undefined) return [];
      // Before anything is counted: what happens meanwhile shows the next time.
      const past = JSON.stringify([today.from, await happenedBefore(db, today)]);
      const over = await finished(db, zone, days.slice(0, -1), past);
      const begun = await dayTallies(db, [today]);
      return [...over, begun].flatMap((counts, day) => counts.map((tally) => ({ ...tally, day })));
    },
  };
}

const caches = new WeakMap<ReadPool, FinishedDays>();

/** One cache per open database. */
export function finishedDaysOf(readers: ReadPool): FinishedDays {
  const known = caches.get(readers) ?? createFinishedDays();
  caches.set(readers, known);
  return known;
}
