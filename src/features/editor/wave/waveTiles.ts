// The canvases of the waveform: those in view and one more on each side, recycled on scroll. A single wide canvas would
// exceed browser limits: 65,536 pixels are 66 seconds at the closest zoom.

/** CSS pixels of one canvas; a phone shows two at most. */
const TILE_WIDTH = 512;
/** Largest pixel ratio worth its memory. */
const MAX_PIXEL_RATIO = 2.5;

/** Draws one tile in CSS pixels: the context is already scaled and cleared. */
export type DrawWaveTile = (context: CanvasRenderingContext2D, left: number, width: number) => void;

export interface WaveTiles {
  /** Draws new tiles in view. CSS pixels of the audio; `left` may be negative. */
  show(left: number, width: number, total: number): void;
  /** Redraws everything in view. */
  redraw(left: number, width: number, total: number): void;
  clear(): void;
}

export function createWaveTiles(parent: HTMLElement, heightOf: () => number, draw: DrawWaveTile): WaveTiles {
  const shown = new Map<number, HTMLCanvasElement>();
  const spare: HTMLCanvasElement[] = [];

  const paint = (canvas: HTMLCanvasElement, index: number, total: number) => {
    const ratio = Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1);
    const left = index * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, total - left);
    const height = heightOf();
    canvas.style.left = `${left}px`;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    // Setting the size also clears the canvas.
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(canvas.width / width, ratio);
    draw(context, left, width);
  };

  const show = (left: number, width: number, total: number) => {
    const last = Math.max(0, Math.ceil(total / TILE_WIDTH) - 1);
    const from = Math.min(last, Math.max(0, Math.floor(left / TILE_WIDTH) - 1));
    const to = Math.min(last, Math.max(0, Math.floor((left + width) / TILE_WIDTH) + 1));
    for (const [index, canvas] of shown) {
      if (index >= from && index <= to) continue;
      shown.delete(index);
      spare.push(canvas);
    }
    for (let index = from; index <= to; index++) {
      if (shown.has(index)) continue;
      const canvas = spare.pop() ?? document.createElement('canvas');
      paint(canvas, index, total);
      if (!canvas.isConnected) parent.prepend(canvas);
      shown.set(index, canvas);
    }
    for (const canvas of spare.splice(0)) canvas.remove();
  };

  const forget = () => {
    spare.push(...shown.values());
    shown.clear();
  };

  return {
    show,
    redraw(left, width, total) {
      forget();
      show(left, width, total);
    },
    clear() {
      forget();
      for (const canvas of spare.splice(0)) canvas.remove();
    },
  };
}
