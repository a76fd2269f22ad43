// The scrolling, tiled waveform: a native scroll box, a wrapper as wide as the audio at this zoom, and a few canvases. The
// cost does not depend on the length.
import { createScope } from '../../../lib/scope.ts';
import { onGrowth, type PeakPyramid } from '../peakPyramid.ts';
import { drawTile, RULER_HEIGHT, type Tile, type TileColours } from './drawTile.ts';
import { layerElement } from './layerElement.ts';
import styles from './wave.module.css';

/** CSS pixels of one canvas; a phone shows two at most. */
const TILE_WIDTH = 512;
/** Largest pixel ratio worth its memory. */
const MAX_PIXEL_RATIO = 2.5;

/** Draws one tile in CSS pixels: the context is already scaled and cleared. */
type DrawWaveTile = (context: CanvasRenderingContext2D, left: number, width: number) => void;

interface WaveTiles {
  /** Draws new tiles in view. CSS pixels of the audio; `left` may be negative. */
  show(left: number, width: number, total: number): void;
  /** Redraws everything in view. */
  redraw(left: number, width: number, total: number): void;
  clear(): void;
}

function createWaveTiles(parent: HTMLElement, heightOf: () => number, draw: DrawWaveTile): WaveTiles {
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

export interface WaveView {
  /** The scroll box. */
  readonly box: HTMLElement;
  /** Contains areas and playhead; its left edge is 0:00. */
  readonly wrapper: HTMLElement;
  /** CSS pixels per second now. */
  pixelsPerSecond(): number;
  /** CSS pixels per second at which the whole audio fills the box. */
  fitZoom(): number;
  /** Zooms to CSS pixels per second, at least the whole, with `anchorSeconds` fixed on screen. */
  zoom(pixelsPerSecond: number, anchorSeconds: number): void;
  /** Draws the audio with this gain; null as it is. */
  showGain(gain: Tile['gain']): void;
  /** CSS pixel of the audio at the box's left edge; as low as −EDGE_ROOM. */
  left(): number;
  /** Visible CSS pixels. */
  width(): number;
  /** Scrolls a CSS pixel of the audio to the box's left edge, within the audio. */
  scrollTo(left: number): void;
  /** Called when zoom or box changed. */
  onLayout(listener: () => void): void;
  onScroll(listener: () => void): void;
  destroy(): void;
}

/** Space before the first and after the last sample for the handles, CSS pixels. */
export const EDGE_ROOM = 28;
/** Space below the ruler for the playhead's knob, CSS pixels; the style sheet adds both to the wave's height. */
const KNOB_ROOM = 12;
/** Minimum width of the audio while the box has no size, CSS pixels. */
const SMALLEST_WIDTH = 16;

export function createWaveView(
  container: HTMLElement,
  pyramid: PeakPyramid,
  duration: number,
  colours: TileColours,
): WaveView {
  const scope = createScope();
  const layoutListeners = new Set<() => void>();
  const scrollListeners = new Set<() => void>();
  const [box, content, wrapper] = [
    layerElement(styles.box),
    layerElement(styles.content),
    layerElement(styles.wrapper),
  ];
  content.append(wrapper);
  box.append(content);
  container.append(box);
  wrapper.style.left = `${EDGE_ROOM}px`;
  scope.add(() => box.remove());

  let boxWidth = box.clientWidth;
  let boxHeight = box.clientHeight;
  const waveHeight = () => Math.max(1, boxHeight - RULER_HEIGHT - KNOB_ROOM);
  let wanted = 0;
  const fitZoom = () => Math.max(SMALLEST_WIDTH, boxWidth - 2 * EDGE_ROOM) / duration;
  const pixelsPerSecond = () => Math.max(wanted, fitZoom());
  const total = () => pixelsPerSecond() * duration;
  const left = () => box.scrollLeft - EDGE_ROOM;

  let gain: Tile['gain'] = null;
  const tiles = createWaveTiles(
    wrapper,
    () => waveHeight() + RULER_HEIGHT,
    (context, tileLeft, width) => {
      const tile = { left: tileLeft, width, height: waveHeight(), total: total(), duration, gain };
      drawTile(context, pyramid, tile, colours);
    },
  );
  scope.add(() => tiles.clear());

  scope.add(onGrowth(pyramid, () => tiles.redraw(left(), boxWidth, total())));

  const scrollTo = (to: number) => {
    box.scrollLeft = to + EDGE_ROOM;
  };
  const layOut = (anchorSeconds: number, onScreen: number) => {
    wrapper.style.width = `${total()}px`;
    content.style.width = `${total() + 2 * EDGE_ROOM}px`;
    scrollTo(anchorSeconds * pixelsPerSecond() - onScreen);
    tiles.redraw(left(), boxWidth, total());
    notify(layoutListeners);
  };

  scope.listen(box, 'scroll', () => {
    tiles.show(left(), boxWidth, total());
    notify(scrollListeners);
  });
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = box;
    if (clientWidth === 0 || (clientWidth === boxWidth && clientHeight === boxHeight)) return;
    const middle = (left() + boxWidth / 2) / pixelsPerSecond();
    boxWidth = clientWidth;
    boxHeight = clientHeight;
    layOut(middle, boxWidth / 2);
  });
  observer.observe(box);
  scope.add(() => observer.disconnect());
  layOut(0, EDGE_ROOM);

  return {
    box,
    wrapper,
    pixelsPerSecond,
    fitZoom,
    zoom(target, anchorSeconds) {
      const onScreen = anchorSeconds * pixelsPerSecond() - left();
      wanted = target;
      layOut(anchorSeconds, onScreen);
    },
    showGain(next) {
      gain = next;
      tiles.redraw(left(), boxWidth, total());
    },
    left,
    width: () => boxWidth,
    scrollTo,
    onLayout: (listener) => void layoutListeners.add(listener),
    onScroll: (listener) => void scrollListeners.add(listener),
    destroy: () => scope.close(),
  };
}

function notify(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
