// Where speech ends and begins again, read from the peaks around one place: cheap enough for every frame of a drag.
import type { PeakPyramid } from '../peakPyramid.ts';

/** Seconds one value covers; a little more than a pair of peaks. */
const STEP = 0.01;
/** Quiet for this long is a pause, seconds; shorter is the closing of a consonant. */
const SHORTEST_PAUSE = 0.2;
/** Quiet is below this share of the loudest peak … */
const QUIET_SHARE = 0.08;
/** … and never asks for less than two steps of the stored bytes. */
const QUIET_FLOOR = 2.5 / 128;

/** Beginnings and ends of pauses inside `from … to`, in order, to 1/100 s. */
export function pauseEdges(pyramid: PeakPyramid, from: number, to: number): number[] {
  const first = Math.floor((from - SHORTEST_PAUSE) / STEP);
  const count = Math.ceil((to + SHORTEST_PAUSE) / STEP) - first + 1;
  const values = new Float32Array(count * 2);
  pyramid.columns(first * STEP, STEP, count, values);
  const limit = Math.max(QUIET_FLOOR, pyramid.loudest * QUIET_SHARE);
  const end = pyramid.pairs * pyramid.secondsPerPair;
  const edges: number[] = [];
  const add = (index: number) => {
    const at = (first + index) * STEP;
    if (at >= from && at <= to && at > STEP && at < end - STEP) edges.push(at);
  };
  let quietFrom: number | null = null;
  for (let index = 0; index <= count; index++) {
    const loud = index < count && Math.max(-(values[index * 2] ?? 0), values[index * 2 + 1] ?? 0) >= limit;
    if (index < count && !loud) {
      quietFrom ??= index;
      continue;
    }
    if (quietFrom !== null && (index - quietFrom) * STEP >= SHORTEST_PAUSE - 1e-9) {
      if (quietFrom > 0) add(quietFrom);
      if (index < count) add(index);
    }
    quietFrom = null;
  }
  return edges;
}
