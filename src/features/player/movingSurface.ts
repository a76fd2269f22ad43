// What the moving picture is drawn on. A canvas of the document costs its page a whole round of rendering for each frame,
// as much again as the picture; a surface of its own sends frames to the screen beside it.

import type { Surface } from '../../ui/Canvas.tsx';

const apart = new WeakMap<HTMLCanvasElement, OffscreenCanvas>();

/** Asked before a canvas gives its surface away: some browsers have such surfaces and no pen for them. */
function draws(): boolean {
  try {
    return new OffscreenCanvas(1, 1).getContext('2d') !== null;
  } catch {
    return false;
  }
}

/** The canvas's own surface once it has one: it cannot be taken back. Itself where `isApart` is false or browsers cannot. */
export function surfaceOf(canvas: HTMLCanvasElement, isApart: boolean): Surface {
  const known = apart.get(canvas);
  if (known !== undefined) return known;
  if (!isApart || !draws()) return canvas;
  try {
    const surface = canvas.transferControlToOffscreen();
    apart.set(canvas, surface);
    return surface;
  } catch {
    return canvas;
  }
}
