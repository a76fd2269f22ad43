// Damage of the open take, in the engine's sentences.
import { atom } from 'jotai/vanilla';
import type { DamageKind, Inspection } from '../../dsp/protocol.ts';

/** Whether a take with this damage counts as repaired: broken audio plays again or is back in place. */
const IS_REPAIRED: Record<DamageKind, boolean> = {
  missing_header: true,
  wrong_header: true,
  size_lie: true,
  concatenated: true,
  resync: true,
  checksum: true,
  undecodable: true,
  gap: true,
  truncated: true,
  // Not repaired: the highest frequencies are not decoded.
  half_band: false,
  edit_speed: false,
};

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
  /** Some damage was repaired. */
  repaired: boolean;
  /** Each kind of damage once. */
  words: string[];
  /** In time order. */
  places: DamagedPlace[];
}

/** Null while unknown, and for an undamaged take. */
export const takeReportAtom = atom<TakeReport | null>(null);

/** Null for an undamaged take. */
export function takeReport({ damage, seconds }: Pick<Inspection, 'damage' | 'seconds'>): TakeReport | null {
  if (damage.length === 0) return null;
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
    repaired: damage.some(({ kind }) => IS_REPAIRED[kind]),
    words: [...new Set(damage.map(({ meaning }) => meaning))],
    places: places.slice(0, PLACES_MAX),
  };
}
