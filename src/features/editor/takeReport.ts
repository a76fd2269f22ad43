// What was wrong with a take and what was saved of it, in the engine's own sentences.
import { atom } from 'jotai/vanilla';
import type { DamageKind, Inspection } from '../../dsp/protocol.ts';

/** Whether a take with such damage counts as repaired: something is played that was broken, or stands where it belongs. */
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
  // Nothing is mended by it: the highest tones are not decoded.
  half_band: false,
  edit_speed: false,
};

/** Places closer than this are one mark, seconds. */
const ONE_PLACE_SECONDS = 0.5;
/** Marks at most: more are no help to anybody. */
const PLACES_MAX = 60;

export interface DamagedPlace {
  /** Seconds from the start. */
  at: number;
  /** Seconds of sound that are missing there; 0 where nothing is. */
  seconds: number;
  /** What is wrong there. */
  words: string[];
}

export interface TakeReport {
  /** Something that was broken plays again, or stands where it belongs. */
  repaired: boolean;
  /** Each kind of damage once. */
  words: string[];
  /** In time order. */
  places: DamagedPlace[];
}

/** The report on the open take; null while it is not known, and when nothing is wrong. */
export const takeReportAtom = atom<TakeReport | null>(null);

/** Null where nothing was wrong. */
export function takeReport({ damage, seconds }: Pick<Inspection, 'damage' | 'seconds'>): TakeReport | null {
  if (damage.length === 0) return null;
  const places: DamagedPlace[] = [];
  // That a file breaks off is known from its head, but it happened at its end.
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
