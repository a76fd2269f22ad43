// Snapping of dragged edges to pause edges, the playhead and neighbours, read from the peaks around one place. Pure, and
// cheap enough for every frame of a drag.
import type { PeakPyramid } from '../peakPyramid.ts';

/** Snap distance, seconds. */
const SNAP_SECONDS = 0.15;
/** Maximum snap distance on the screen, CSS pixels. */
const SNAP_PIXELS = 48;

interface SnapTarget {
  /** Seconds. */
  at: number;
  /** Key for the vibration: equal for the same place. */
  mark: string;
}

/** Larger steps between two frames are not checked for passed edges, seconds. */
const LONGEST_STRIDE = 2;

/** The nearest pause edge or entry of `places` within reach of `seconds`; null if none. */
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

/** The pause edge between two positions of a drag; null if none. */
export function passedEdge(from: number, to: number, pyramid: PeakPyramid): string | null {
  if (Math.abs(to - from) > LONGEST_STRIDE) return null;
  const [edge] = pauseEdges(pyramid, Math.min(from, to), Math.max(from, to));
  return edge === undefined ? null : markOf(edge);
}

const markOf = (seconds: number) => seconds.toFixed(2);

/** Seconds per value; a little more than one pair of peaks. */
const STEP = 0.01;
/** Shortest pause, seconds; shorter silences are consonants. */
const SHORTEST_PAUSE = 0.2;
/** Silence threshold as a share of the loudest peak … */
const QUIET_SHARE = 0.08;
/** … but at least two steps of the stored bytes. */
const QUIET_FLOOR = 2.5 / 128;

/** Beginnings and ends of pauses inside `from … to`, in order, to 1/100 s. */
function pauseEdges(pyramid: PeakPyramid, from: number, to: number): number[] {
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
