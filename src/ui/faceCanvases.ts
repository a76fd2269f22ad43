// Canvases of faces that are not shown: one of them comes back with its picture, or is drawn over. A list that scrolls
// makes no new ones, for canvases by the thousand make the browser stop and collect them.
import { MAX_PIXEL_RATIO } from './Canvas.tsx';
import { drawFace } from './drawFace.ts';

// Pictures that may come a moment later: a few of them after each frame, so that a list that jumps does not stop a slow
// phone for all of its cards at once, and no frame waits for a picture.

/** Of 16 ms between two frames of a phone; the first picture is drawn whatever it takes. */
const BUDGET_MS = 6;

const waiting = new Set<() => void>();
let isAsked = false;

function ask(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  requestAnimationFrame(() => setTimeout(paintSome));
}

function paintSome(): void {
  isAsked = false;
  const until = performance.now() + BUDGET_MS;
  for (const paint of waiting) {
    waiting.delete(paint);
    paint();
    if (performance.now() >= until) break;
  }
  ask();
}

/** Calls `paint` after one of the next frames, in the order of asking. Returns a function that cancels it. */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  ask();
  return () => void waiting.delete(paint);
}

/** So many rest before one is drawn over; of 400 pixels a side 40 MB. */
const KEPT = 64;
/** And so many at most: where a list jumps all its cards leave before the next ones come. */
const MOST = 96;

/** Canvas → what is drawn on it; the one that left first stands first. */
const resting = new Map<HTMLCanvasElement, string>();

/** Puts a face into `box`, which is `size` CSS pixels wide; returns a function that removes it. */
export function showFace(box: HTMLElement, size: number, face: string): () => void {
  const pixels = Math.round(size * Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1));
  const picture = `${pixels} ${face}`;
  const known = [...resting].find(([, drawn]) => drawn === picture)?.[0];
  const canvas = known ?? oldest() ?? document.createElement('canvas');
  resting.delete(canvas);
  let isDrawn = known !== undefined;
  const show = () => box.replaceChildren(canvas);
  let takeBack = () => {};
  if (isDrawn) show();
  else
    takeBack = paintSoon(() => {
      paintFace(canvas, pixels, size, face);
      isDrawn = true;
      show();
    });
  return () => {
    takeBack();
    canvas.remove();
    if (resting.size < MOST) resting.set(canvas, isDrawn ? picture : '');
  };
}

const oldest = (): HTMLCanvasElement | undefined =>
  resting.size < KEPT ? undefined : resting.keys().next().value;

function paintFace(canvas: HTMLCanvasElement, pixels: number, size: number, face: string): void {
  if (canvas.width !== pixels) {
    canvas.width = pixels;
    canvas.height = pixels;
  }
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(pixels / size, 0, 0, pixels / size, 0, 0);
  drawFace(context, size, face);
}
