// Presses on the waveform: a tap moves the playhead, a double tap toggles the zoom, a long press marks a new area, a mouse
// drag scrolls. The browser scrolls finger drags itself, with momentum.
import { createScope } from '../../../lib/scope.ts';
import { tick } from '../../../ui/tick.ts';
import type { WaveView } from './waveView.ts';

export interface WavePressEvents {
  /** Another gesture holds the pointer. */
  isBusy: () => boolean;
  onTap: (clientX: number) => void;
  onDoubleTap: (clientX: number) => void;
  /** Held still for 350 ms. False when nothing can be marked there. */
  onLongPress: (event: PointerEvent) => boolean;
  /** Not a long press after all: a busy page received the finger's movement late. */
  onMistaken: () => void;
}

/** More movement is neither a tap nor a long press, CSS pixels. */
const STILL = 8;
const LONG_PRESS_MS = 350;
const DOUBLE_TAP_MS = 320;
/** Maximum distance of a double tap, CSS pixels. */
const DOUBLE_TAP_REACH = 24;
/** A press this soon after a scroll only stops the momentum, milliseconds. */
const STOPS_SCROLL_MS = 80;

/** Returns the detach function. */
export function attachWavePress(view: WaveView, events: WavePressEvents): () => void {
  const scope = createScope();
  let tapped = { at: 0, x: 0 };
  let marking = false;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  view.onScroll(() => {
    scrolledAt = performance.now();
  });

  const tap = ({ timeStamp, clientX }: PointerEvent) => {
    const double = timeStamp - tapped.at < DOUBLE_TAP_MS && Math.abs(clientX - tapped.x) < DOUBLE_TAP_REACH;
    tapped = { at: double ? 0 : timeStamp, x: clientX };
    if (double) events.onDoubleTap(clientX);
    else events.onTap(clientX);
  };

  scope.listen(view.wrapper, 'pointerdown', (event) => {
    const down = event as PointerEvent;
    marking = false;
    if (down.button !== 0 || events.isBusy()) return;
    const startLeft = view.left();
    let moved = performance.now() - scrolledAt < STOPS_SCROLL_MS;
    const release = createScope();
    const timer = setTimeout(() => {
      if (moved || !events.onLongPress(down)) return;
      marking = true;
      tick();
    }, LONG_PRESS_MS);
    release.add(() => clearTimeout(timer));
    const left = ({ clientX, clientY }: PointerEvent) =>
      Math.hypot(clientX - down.clientX, clientY - down.clientY) > STILL;
    release.listen(window, 'pointermove', (event) => {
      const move = event as PointerEvent;
      if (move.pointerId !== down.pointerId) return;
      if (marking) {
        // Compare event times: a busy page runs the timer before it receives earlier movements.
        const inTime = ({ timeStamp }: PointerEvent) => timeStamp - down.timeStamp < LONG_PRESS_MS;
        marking = ![move, ...move.getCoalescedEvents()].some((each) => inTime(each) && left(each));
        if (marking) return release.close();
        events.onMistaken();
      }
      if (left(move)) {
        moved = true;
        clearTimeout(timer);
      }
      if (moved && down.pointerType === 'mouse') view.scrollTo(startLeft - (move.clientX - down.clientX));
    });
    release.listen(window, 'pointercancel', () => release.close());
    // A second finger pinches.
    release.listen(window, 'pointerdown', (event) => {
      if ((event as PointerEvent).pointerId !== down.pointerId) release.close();
    });
    release.listen(window, 'pointerup', (event) => {
      const up = event as PointerEvent;
      if (up.pointerId !== down.pointerId) return;
      release.close();
      if (!moved && !marking && !events.isBusy()) tap(up);
    });
    scope.add(() => release.close());
  });

  // While an area is being marked, the waveform must not scroll.
  const hold = (event: Event) => {
    if (marking && event.cancelable) event.preventDefault();
  };
  view.box.addEventListener('touchmove', hold, { passive: false });
  scope.add(() => view.box.removeEventListener('touchmove', hold));
  // The context menu of a long press would cancel the gesture.
  scope.listen(view.box, 'contextmenu', (event) => {
    if ((event as PointerEvent).pointerType !== 'mouse') event.preventDefault();
  });
  return () => scope.close();
}
