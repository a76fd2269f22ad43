// Cuts of silence out of kept areas. Pure; times are seconds of the source.
import { type Area, MIN_AREA_SECONDS, nextId } from '../areas.ts';
import type { PauseCut } from './operations.ts';

/** What the engine leaves of a silence on each side of a cut. */
const PAUSE_PADDING_SECONDS = 0.2;
/** The slider: silences from this length on are cut. */
export const PAUSE_LENGTHS = { min: 1, max: 8, step: 0.5, usual: 2.5 } as const;

/** Tolerance for sums of decimal seconds. */
const EPSILON = 1e-6;

/** How long the silence around a cut is. */
export const silenceSeconds = (cut: PauseCut) => cut.end - cut.start + 2 * PAUSE_PADDING_SECONDS;

/** The cuts that shorten what is kept: long enough, and inside an area. */
export const usefulCuts = (cuts: readonly PauseCut[], areas: readonly Area[], minSeconds: number) =>
  cuts.filter(
    (cut) =>
      silenceSeconds(cut) >= minSeconds - EPSILON &&
      areas.some((area) => area.start < cut.end && cut.start < area.end),
  );

/** What is left of the areas; the first piece of an area keeps its id. Pieces too short to be an area go. */
export function cutOut(areas: readonly Area[], cuts: readonly PauseCut[]): Area[] {
  const left: Area[] = [];
  for (const area of areas) {
    let from = area.start;
    let id = area.id;
    const keep = (end: number) => {
      if (end - from >= MIN_AREA_SECONDS) {
        left.push({ id, start: from, end });
        id = nextId([...areas, ...left]);
      }
    };
    for (const cut of cuts) {
      if (cut.end <= from || cut.start >= area.end) continue;
      keep(Math.min(cut.start, area.end));
      from = cut.end;
    }
    keep(area.end);
  }
  return left;
}
