// Pinch zooms around the fingers' midpoint and follows it; Ctrl+wheel zooms around the pointer.
import { createScope } from '../../../lib/scope.ts';
import { createWaveScale } from './waveScale.ts';
import type { WaveView } from './waveView.ts';

const WHEEL_RATE = 0.004;
/** Minimum finger distance, CSS pixels. */
const CLOSEST = 24;

/** Zooms to CSS pixels per second with this second fixed at this CSS pixel of the box. */
export type ZoomAbout = (pixelsPerSecond: number, seconds: number, onScreen: number) => void;

/** Returns the detach function. Only handles two fingers or Ctrl; the browser scrolls with one finger. */
export function attachZoomGestures(view: WaveView, duration: number, zoom: ZoomAbout): () => void {
  const scope = createScope();
  const scale = createWaveScale(view, duration);
  const onScreen = (clientX: number) => clientX - view.box.getBoundingClientRect().left;
  const listen = <E extends Event>(type: string, listener: (event: E) => void) => {
    const handler = (event: Event) => listener(event as E);
    view.box.addEventListener(type, handler, { passive: false });
    scope.add(() => view.box.removeEventListener(type, handler));
  };

  let pinch: { distance: number; zoom: number; anchor: number } | null = null;
  const begin = ({ touches: [a, b], touches }: TouchEvent) => {
    pinch =
      touches.length === 2 && a && b
        ? {
            distance: Math.max(CLOSEST, distanceOf(a, b)),
            zoom: view.pixelsPerSecond(),
            anchor: scale.secondsAt(middleOf(a, b)),
          }
        : null;
  };
  listen<TouchEvent>('touchstart', (event) => {
    begin(event);
    if (pinch && event.cancelable) event.preventDefault();
  });
  listen<TouchEvent>('touchmove', (event) => {
    const [a, b] = event.touches;
    if (!pinch || !a || !b) return;
    if (event.cancelable) event.preventDefault();
    const factor = Math.max(CLOSEST, distanceOf(a, b)) / pinch.distance;
    zoom(pinch.zoom * factor, pinch.anchor, onScreen(middleOf(a, b)));
  });
  listen<TouchEvent>('touchend', begin);
  listen<TouchEvent>('touchcancel', begin);
  listen<WheelEvent>('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * WHEEL_RATE);
    zoom(view.pixelsPerSecond() * factor, scale.secondsAt(event.clientX), onScreen(event.clientX));
  });
  return () => scope.close();
}

const distanceOf = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const middleOf = (a: Touch, b: Touch) => (a.clientX + b.clientX) / 2;
