// What was wrong with a take and what was saved of it, in the engine's own sentences.
import { atom } from 'jotai/vanilla';
import type { Analysis, DamageKind } from '../../dsp/protocol.ts';

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
};

/** Places closer than this are one mark, seconds. */
const ONE_PLACE_SECONDS = 0.5;
/** Marks at most: more are no help to anybody, the sentences count them all. */
const PLACES_MAX = 60;

export interface DamagedPlace {
  /** Seconds from the start. */
  at: number;
  /** Seconds of sound that are missing there; 0 where nothing is. */
  seconds: number;
  /** What is wrong there. */
  words: string[];
}

export interface RepairReport {
  repaired: boolean;
  /** First what was kept, then what was wrong. */
  words: string[];
  /** In time order. */
  places: DamagedPlace[];
}

/** Of the take that is open; null while it is not known, and where nothing is wrong. */
export const repairReportAtom = atom<RepairReport | null>(null);

/** Null where nothing was wrong. */
export function repairReport({
  damage,
  damageReport,
  seconds,
}: Analysis<'damageReport'>): RepairReport | null {
  if (damage.length === 0) return null;
  const meaning = new Map(damageReport.kinds.map(({ kind, words }) => [kind, words]));
  const places: DamagedPlace[] = [];
  for (const { kind, atSeconds, seconds: lost } of damage.toSorted((a, b) => a.atSeconds - b.atSeconds)) {
    const words = meaning.get(kind);
    if (words === undefined) continue;
    const at = Math.min(seconds, Math.max(0, atSeconds));
    const last = places.at(-1);
    if (last && at <= last.at + last.seconds + ONE_PLACE_SECONDS) {
      last.seconds = Math.max(last.seconds, at + lost - last.at);
      if (!last.words.includes(words)) last.words.push(words);
    } else places.push({ at, seconds: lost, words: [words] });
  }
  return {
    repaired: damage.some(({ kind }) => IS_REPAIRED[kind]),
    words: damageReport.words,
    places: places.slice(0, PLACES_MAX),
  };
}
