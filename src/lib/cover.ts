// The 64 heights of a track's ring (`TrackView.cover`, base64) as numbers for drawing.

/** Length of a ring in the API. */
const COVER_POINTS = 64;
/**
 * Old rings, which were not stretched, have magnitudes: below this one a track counts as silence, its ring is flat.
 */
const QUIET = 6;

/**
 * Heights 0…1, the loudest point at 1, softened so that quiet passages stay visible. Missing or broken data gives a
 * flat ring, never an error.
 */
export function coverHeights(cover: string): Float32Array {
  const heights = new Float32Array(COVER_POINTS);
  let bytes: string;
  try {
    bytes = atob(cover);
  } catch {
    return heights;
  }
  let loudest = QUIET;
  for (let i = 0; i < COVER_POINTS; i++) loudest = Math.max(loudest, bytes.charCodeAt(i) || 0);
  for (let i = 0; i < COVER_POINTS; i++) heights[i] = ((bytes.charCodeAt(i) || 0) / loudest) ** 0.8;
  return heights;
}

/** Height at a position 0…1 along the track, linear between the points. */
export function heightAt(heights: Float32Array, place: number): number {
  const x = Math.min(1, Math.max(0, place)) * (heights.length - 1);
  const left = Math.floor(x);
  const a = heights[left] ?? 0;
  const b = heights[left + 1] ?? a;
  return a + (b - a) * (x - left);
}
