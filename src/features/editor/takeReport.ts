// Damage of a take, in the engine's sentences. Pure.
import type { TakeDamage } from './takeDamage.ts';

/** Places closer than this share one mark, seconds. */
const ONE_PLACE_SECONDS = 0.5;
/** Maximum number of marks. */
const PLACES_MAX = 60;

export interface DamagedPlace {
  /** Seconds from the start. */
  at: number;
  /** Missing seconds; 0 if none. */
  seconds: number;
  /** Descriptions of the damage. */
  words: string[];
}

export interface TakeReport {
  /** Each kind of damage once. */
  words: string[];
  /** In time order. */
  places: DamagedPlace[];
}

export function takeReport({ damage, seconds }: TakeDamage): TakeReport {
  const places: DamagedPlace[] = [];
  // A truncation is detected in the header, but the damage is at the end.
  const placed = damage.map((each) => ({
    ...each,
    at: each.kind === 'truncated' ? seconds : Math.min(seconds, Math.max(0, each.atSeconds)),
  }));
  for (const { meaning, at, seconds: lost } of placed.toSorted((a, b) => a.at - b.at)) {
    const last = places.at(-1);
    if (last && at <= last.at + last.seconds + ONE_PLACE_SECONDS) {
      last.seconds = Math.max(last.seconds, at + lost - last.at);
      if (!last.words.includes(meaning)) last.words.push(meaning);
    } else places.push({ at, seconds: lost, words: [meaning] });
  }
  return {
    words: [...new Set(damage.map(({ meaning }) => meaning))],
    places: places.slice(0, PLACES_MAX),
  };
}
