// Zoom in CSS pixels per second: 1 to 1000; below 1 only to show a very long take as a whole.
import { atom } from 'jotai/vanilla';

/** The slider's stops; the lowest one shows the whole take. */
export const ZOOM_STOPS = [1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000] as const;
const MAX_ZOOM = 1000;
/** Shows the whole take. */
export const FIT_ZOOM = 0;
/** Zoom of a double tap. */
const CLOSE_ZOOM = 100;
/** Factor of + and −. */
const STEP = 2;
/** Within this factor of the whole counts as the whole. */
const NEARLY = 1.02;

const valueAtom = atom<number>(FIT_ZOOM);
const fitAtom = atom(1);

/** Requested zoom: 0 is the whole take, otherwise up to 1000 CSS pixels per second. */
export const zoomAtom = atom(
  (get) => get(valueAtom),
  (get, set, value: number) => {
    const wanted = Math.min(MAX_ZOOM, Math.max(FIT_ZOOM, value));
    set(valueAtom, wanted <= get(fitAtom) * NEARLY ? FIT_ZOOM : wanted);
  },
);

/** CSS pixels per second that show the whole take; set by the waveform. */
export const fitZoomAtom = atom(
  (get) => get(fitAtom),
  (_get, set, value: number) => set(fitAtom, value),
);

/** Effective zoom. */
export const shownZoomAtom = atom((get) => Math.max(get(valueAtom), get(fitAtom)));
export const isWholeInViewAtom = atom((get) => get(shownZoomAtom) <= get(fitAtom) * NEARLY);

/** + and −: twice as close, half as close. */
export const stepZoomAtom = atom(null, (get, set, direction: 1 | -1) =>
  set(zoomAtom, get(shownZoomAtom) * STEP ** direction),
);

/** A double tap: the whole take, or 100 px/s; four times the whole for a short take. */
export const toggleZoomAtom = atom(null, (get, set) => {
  if (!get(isWholeInViewAtom)) return set(zoomAtom, FIT_ZOOM);
  const fit = get(fitAtom);
  set(zoomAtom, fit < CLOSE_ZOOM / NEARLY ? CLOSE_ZOOM : fit * STEP * STEP);
});

/** Index of the nearest stop. */
export function nearestStop(value: number): number {
  let best = 0;
  ZOOM_STOPS.forEach((stop, index) => {
    if (Math.abs(stop - value) < Math.abs((ZOOM_STOPS[best] ?? 0) - value)) best = index;
  });
  return best;
}
