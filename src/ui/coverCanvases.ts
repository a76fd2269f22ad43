// Reuses canvases of covers that scrolled out of view: thousands of new canvases cause long garbage collections.
import { MAX_PIXEL_RATIO } from './Canvas.tsx';
import { drawCover } from './drawCover.ts';

// Paints a few covers after each frame, so that a fast scroll doesn't block a slow phone.

/** Of 16 ms between two frames of a phone; the first cover is drawn in any case. */
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

/** Calls `paint` after one of the next frames, in the order of the calls. Returns a function that cancels it. */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  ask();
  return () => void waiting.delete(paint);
}

/** Spare canvases before the oldest is reused; 40 MB at 400 pixels a side. */
const MAX_SPARE = 64;
/** Upper limit of spare canvases, reached when a list jumps. */
const MOST = 96;

/** Canvas → its picture, oldest first. */
const resting = new Map<HTMLCanvasElement, string>();

/** Puts a cover into `box`, which is `size` CSS pixels wide; returns a function that removes it. */
export function showCover(box: HTMLElement, size: number, cover: string): () => void {
  const pixels = Math.round(size * Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1));
  const picture = `${pixels} ${cover}`;
  const known = [...resting].find(([, drawn]) => drawn === picture)?.[0];
  const canvas = known ?? oldest() ?? document.createElement('canvas');
  resting.delete(canvas);
  let isDrawn = known !== undefined;
  const show = () => box.replaceChildren(canvas);
  let takeBack = () => {};
  if (isDrawn) show();
  else
    takeBack = paintSoon(() => {
      paintCover(canvas, pixels, size, cover);
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
  resting.size < MAX_SPARE ? undefined : resting.keys().next().value;

function paintCover(canvas: HTMLCanvasElement, pixels: number, size: number, cover: string): void {
  if (canvas.width !== pixels) {
    canvas.width = pixels;
    canvas.height = pixels;
  }
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(pixels / size, 0, 0, pixels / size, 0, 0);
  drawCover(context, size, cover);
}
