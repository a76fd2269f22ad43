// What a held button means in seconds of the take. Pure.
import { type Area, MIN_AREA_SECONDS, nextId } from '../areas.ts';

/** What a person keeps began this much before the press: the time it takes to hear and to react. */
const REACTION_SECONDS = 0.25;

export interface Hold {
  /** Place of the source that was heard at the press. */
  pressedAt: number;
  /** Place that was heard when playing began: nothing before it was heard. */
  heardFrom: number;
  /** At twice the speed twice as much went by before the press. */
  speed: number;
}

/** What was meant to be kept by a hold that lasts until `releasedAt`; null for a slip of the finger. */
export function keptByHold(
  { pressedAt, heardFrom, speed }: Hold,
  releasedAt: number,
): { start: number; end: number } | null {
  const start = Math.max(Math.min(heardFrom, pressedAt), pressedAt - REACTION_SECONDS * speed);
  return releasedAt - start < MIN_AREA_SECONDS ? null : { start, end: releasedAt };
}

/** Areas with one more; what it touches becomes part of it. Time order, no overlaps. */
export function mergeArea(areas: readonly Area[], added: { start: number; end: number }): Area[] {
  const touched = areas.filter((area) => area.end >= added.start && area.start <= added.end);
  const merged: Area = {
    id: touched[0]?.id ?? nextId(areas),
    start: Math.min(added.start, ...touched.map((area) => area.start)),
    end: Math.max(added.end, ...touched.map((area) => area.end)),
  };
  return [...areas.filter((area) => !touched.includes(area)), merged].sort((a, b) => a.start - b.start);
}
