// Pinch zooms about the fingers' midpoint, Ctrl+wheel about the pointer, a double tap toggles fit and 100 px/s.
import { createScope } from '../../../lib/scope.ts';
import { MAX_ZOOM, MIN_ZOOM } from '../zoom.ts';
import type { WaveView } from './waveView.ts';

/** Double tap zooms in to this. */
const CLOSE_ZOOM = 100;
const DOUBLE_TAP_MS = 320;
const WHEEL_RATE = 0.004;

type Zoom = (pixelsPerSecond: number, anchorSeconds: number) => void;

/** Answers the detach. Only two fingers or Ctrl are taken from the browser; one finger scrolls as always. */
export function attachZoomGestures(
  view: WaveView,
  target: HTMLElement,
  duration: number,
  zoom: Zoom,
): () => void {
  const scope = createScope();
  const secondsAt = (clientX: number) => {
    const left = view.wrapper.getBoundingClientRect().left;
    return Math.min(duration, Math.max(0, (clientX - left) / view.pixelsPerSecond()));
  };
  const clamped = (value: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, value));

  let pinch: { distance: number; zoom: number; anchor: number } | null = null;
  const listen = (type: string, listener: (event: TouchEvent) => void) => {
    const handler = (event: Event) => listener(event as TouchEvent);
    target.addEventListener(type, handler, { passive: false });
    scope.add(() => target.removeEventListener(type, handler));
  };
  listen('touchstart', (event) => {
    const [a, b] = event.touches;
    if (event.touches.length !== 2 || !a || !b) {
      pinch = null;
      return;
    }
    event.preventDefault();
    pinch = {
      distance: Math.max(24, distanceOf(a, b)),
      zoom: view.pixelsPerSecond(),
      anchor: secondsAt((a.clientX + b.clientX) / 2),
    };
  });
  listen('touchmove', (event) => {
    const [a, b] = event.touches;
    if (!pinch || !a || !b) return;
    event.preventDefault();
    zoom(clamped((pinch.zoom * distanceOf(a, b)) / pinch.distance), pinch.anchor);
  });
  listen('touchend', () => {
    pinch = null;
  });

  let tappedAt = 0;
  let tappedX = 0;
  scope.listen(target, 'pointerup', (event) => {
    const { timeStamp, clientX } = event as PointerEvent;
    const double = timeStamp - tappedAt < DOUBLE_TAP_MS && Math.abs(clientX - tappedX) < 24;
    tappedAt = double ? 0 : timeStamp;
    tappedX = clientX;
    if (double) zoom(view.pixelsPerSecond() < CLOSE_ZOOM * 0.9 ? CLOSE_ZOOM : MIN_ZOOM, secondsAt(clientX));
  });

  const wheel = (event: Event) => {
    const { ctrlKey, metaKey, deltaY, clientX } = event as WheelEvent;
    if (!ctrlKey && !metaKey) return;
    event.preventDefault();
    zoom(clamped(view.pixelsPerSecond() * Math.exp(-deltaY * WHEEL_RATE)), secondsAt(clientX));
  };
  target.addEventListener('wheel', wheel, { passive: false });
  scope.add(() => target.removeEventListener('wheel', wheel));
  return () => scope.close();
}

const distanceOf = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
