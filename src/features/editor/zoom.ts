// Zoom stops in CSS pixels per second (S1 §9, K22).
import { atom } from 'jotai/vanilla';

export const ZOOM_STOPS = [1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000] as const;
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 1000;

const valueAtom = atom<number>(MIN_ZOOM);

/** Any value of 1 … 1000; buttons and slider use the stops, fingers what they like. */
export const zoomAtom = atom(
  (get) => get(valueAtom),
  (_get, set, value: number) => set(valueAtom, Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, value))),
);

/** Index of the nearest stop. */
export function nearestStop(value: number): number {
  let best = 0;
  ZOOM_STOPS.forEach((stop, index) => {
    if (Math.abs(stop - value) < Math.abs((ZOOM_STOPS[best] ?? 0) - value)) best = index;
  });
  return best;
}

/** The stop above (1) or below (−1) a value. */
export function stepZoom(value: number, direction: 1 | -1): number {
  const beyond = ZOOM_STOPS.filter((stop) => (direction === 1 ? stop > value + 0.5 : stop < value - 0.5));
  return (direction === 1 ? beyond[0] : beyond.at(-1)) ?? value;
}
