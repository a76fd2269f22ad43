// Presses on the empty wave: a tap is told with its place, a mouse that drags scrolls, as fingers do by themselves.
import { createScope } from '../../../lib/scope.ts';
import type { WaveView } from './waveView.ts';

/** Movement that turns a tap into a scroll, CSS pixels. */
const PAN_FROM = 8;

/** `isBusy`: another gesture holds the pointer. Answers the detach. */
export function attachWaveTaps(
  view: WaveView,
  isBusy: () => boolean,
  onTap: (clientX: number) => void,
): () => void {
  const scope = createScope();
  scope.listen(view.wrapper, 'pointerdown', (event) => {
    const down = event as PointerEvent;
    if (down.button !== 0 || isBusy()) return;
    const startScroll = view.scrollLeft();
    let panned = false;
    const release = createScope();
    release.listen(window, 'pointermove', (event) => {
      const move = event as PointerEvent;
      if (move.pointerId !== down.pointerId) return;
      const [right, downwards] = [move.clientX - down.clientX, move.clientY - down.clientY];
      if (Math.hypot(right, downwards) > PAN_FROM) panned = true;
      if (panned && down.pointerType === 'mouse') view.scrollTo(startScroll - right);
    });
    release.listen(window, 'pointercancel', () => release.close());
    release.listen(window, 'pointerup', (event) => {
      const up = event as PointerEvent;
      if (up.pointerId !== down.pointerId) return;
      release.close();
      if (!panned && !isBusy()) onTap(up.clientX);
    });
    scope.add(() => release.close());
  });
  return () => scope.close();
}
