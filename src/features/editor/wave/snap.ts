// Where a dragged edge comes to rest: at the edge of a pause, at the playhead or at a neighbour. Pure.
import type { PeakPyramid } from '../peakPyramid.ts';
import { pauseEdges } from './pauseEdges.ts';

/** Reach of a resting place, seconds. */
const SNAP_SECONDS = 0.15;
/** The same on the screen, CSS pixels: close up, an edge must not stick for half the width. */
const SNAP_PIXELS = 48;

export interface SnapTarget {
  /** Seconds. */
  at: number;
  /** What is felt there once: alike for the same place. */
  mark: string;
}

/** Farther than this from one frame to the next, what was passed is not looked at, seconds. */
const LONGEST_STRIDE = 2;

/** The nearest of pause edges and `places` in reach of `seconds`; null without any. */
export function snapTarget(
  seconds: number,
  pyramid: PeakPyramid,
  places: readonly number[],
  pixelsPerSecond: number,
): SnapTarget | null {
  const reach = Math.min(SNAP_SECONDS, SNAP_PIXELS / pixelsPerSecond);
  const edges = pauseEdges(pyramid, seconds - reach, seconds + reach);
  let best: number | null = null;
  for (const at of [...places, ...edges]) {
    const distance = Math.abs(at - seconds);
    if (distance <= reach && (best === null || distance < Math.abs(best - seconds))) best = at;
  }
  return best === null ? null : { at: best, mark: markOf(best) };
}

/** The pause edge that lies between two places of a drag; null without any. */
export function passedEdge(from: number, to: number, pyramid: PeakPyramid): string | null {
  if (Math.abs(to - from) > LONGEST_STRIDE) return null;
  const [edge] = pauseEdges(pyramid, Math.min(from, to), Math.max(from, to));
  return edge === undefined ? null : markOf(edge);
}

const markOf = (seconds: number) => seconds.toFixed(2);
