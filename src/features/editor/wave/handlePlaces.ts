// Where the two handles of an area stand: 44 px wide around the cut, outside of a narrow area, beside a neighbour's, and
// never beyond the room at the ends of the wave. The line is always exactly at the cut. Pure; CSS pixels of the wave.
import { clamp } from './waveScale.ts';
import { EDGE_ROOM } from './waveView.ts';

export interface HandlePlace {
  /** Left side of the target. */
  left: number;
  /** The cut and the middle of the grip, from there. */
  line: number;
  grip: number;
}

/** Width of a target. */
export const HANDLE = 44;
/** Half of a visible grip. */
const HALF_GRIP = 6;
/** Below this width of an area the grips stand outside, so that two thumbs' width is between them. */
const NARROW = HANDLE * 2;

/** `before` and `after`: the nearest ends of the neighbours, or of the wave; `total`: its width. */
export function handlePlaces(
  left: number,
  right: number,
  before: number,
  after: number,
  total: number,
): { start: HandlePlace; end: HandlePlace } {
  const narrow = right - left < NARROW;
  let startLeft = narrow ? left - HANDLE : left - HANDLE / 2;
  let endLeft = narrow ? right : right - HANDLE / 2;
  if (!narrow) {
    // Close to a neighbour each keeps its own half of the gap.
    if (before > 0) startLeft = Math.max(startLeft, Math.min((before + left) / 2, left));
    if (after < total) endLeft = Math.min(endLeft, Math.max((right + after) / 2, right) - HANDLE);
  }
  const place = (cut: number, wanted: number): HandlePlace => {
    const at = clamp(wanted, -EDGE_ROOM, total + EDGE_ROOM - HANDLE);
    const line = cut - at;
    return { left: at, line, grip: clamp(line, HALF_GRIP, HANDLE - HALF_GRIP) };
  };
  return { start: place(left, startLeft), end: place(right, endLeft) };
}
