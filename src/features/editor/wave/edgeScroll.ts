// While something is dragged at the side of the box, the wave scrolls under the finger: only where the finger moves
// towards that side, or is held there after it did. A drag that begins at the side and goes inward never scrolls.
import type { WaveView } from './waveView.ts';

export interface EdgeScroll {
  /** The finger is at this viewport coordinate. */
  follow(clientX: number): void;
  stop(): void;
}

/** CSS pixels from either side of the box. */
const ZONE = 32;
/** Going back by this much turns the heading round, CSS pixels: a trembling finger keeps its own. */
const TURN = 6;
/** CSS pixels per second at the inner end of the zone and at the side itself. */
const SLOWEST = 120;
const FASTEST = 900;
/** Longest step of time that is made up for, seconds: after a stall the wave does not leap. */
const LONGEST_FRAME = 0.05;

/** `startX`: where the finger went down. `onScrolled` is called after each step. */
export function createEdgeScroll(view: WaveView, startX: number, onScrolled: () => void): EdgeScroll {
  const { left, right } = view.box.getBoundingClientRect();
  let [at, furthest, heading] = [startX, startX, 0];
  let frame = 0;
  let before = performance.now();

  const speed = () => {
    const depth = heading < 0 ? left + ZONE - at : at - (right - ZONE);
    if (heading === 0 || depth <= 0) return 0;
    return heading * (SLOWEST + (FASTEST - SLOWEST) * Math.min(1, depth / ZONE));
  };
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000);
    before = now;
    const by = speed() * seconds;
    if (by === 0) return;
    const from = view.left();
    view.scrollTo(from + by);
    if (view.left() !== from) onScrolled();
  };
  frame = requestAnimationFrame(step);

  return {
    follow(clientX) {
      at = clientX;
      if (heading === 0) heading = Math.sign(clientX - startX);
      if ((clientX - furthest) * heading >= 0) furthest = clientX;
      else if (Math.abs(clientX - furthest) > TURN) [heading, furthest] = [-heading, clientX];
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
