// Esc twice, or a double tap with two fingers, anywhere on the page.
import { createScope } from '../../lib/scope.ts';

/** Between the two presses. */
const TWICE_WITHIN_MS = 500;
/** Two fingers that stay longer, or move further, scroll and zoom. */
const TAP_MS = 300;
const TAP_PX = 12;

/** Answers the stop. */
export function onPanic(panic: () => void): () => void {
  const scope = createScope();
  let lastPress = Number.NEGATIVE_INFINITY;
  const press = (at: number) => {
    if (at - lastPress < TWICE_WITHIN_MS) panic();
    lastPress = at;
  };
  let tap: { at: number; places: Map<number, { x: number; y: number }>; most: number } | null = null;

  const keydown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat) press(event.timeStamp);
  };
  const touchstart = (event: TouchEvent) => {
    tap ??= { at: event.timeStamp, places: new Map(), most: 0 };
    tap.most = Math.max(tap.most, event.touches.length);
    for (const { identifier, clientX, clientY } of event.changedTouches)
      tap.places.set(identifier, { x: clientX, y: clientY });
  };
  const touchmove = (event: TouchEvent) => {
    for (const { identifier, clientX, clientY } of event.changedTouches) {
      const from = tap?.places.get(identifier);
      if (tap && from && Math.hypot(clientX - from.x, clientY - from.y) > TAP_PX) tap.most = 0;
    }
  };
  const touchend = (event: TouchEvent) => {
    if (event.touches.length > 0 || tap === null) return;
    if (tap.most === 2 && event.timeStamp - tap.at < TAP_MS) press(event.timeStamp);
    tap = null;
  };
  const add = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) => {
    window.addEventListener(type, listener, { capture: true, passive: true });
    scope.add(() => window.removeEventListener(type, listener, { capture: true }));
  };
  add('keydown', keydown);
  add('touchstart', touchstart);
  add('touchmove', touchmove);
  add('touchend', touchend);
  add('touchcancel', () => {
    tap = null;
  });
  return () => scope.close();
}
