// One tile of the waveform: bars or a filled shape with light peaks behind the RMS, and the time ruler below.
// Everything is placed by absolute time, so that tiles join without a seam.
import { formatDuration } from '../../../lib/format.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { barHeights } from './barHeights.ts';
import { clamp } from './waveScale.ts';

export const RULER_HEIGHT = 24;
/** From this zoom on, a filled shape replaces the bars, CSS pixels per second. */
const FILLED_FROM = 200;

const BAR = 3;
const BAR_STEP = 5;
/** Maximum enlargement of quiet takes; loud ones are never shrunk. */
const MAX_GAIN = 6;

export interface TileColours {
  from: string;
  to: string;
  text: string;
  line: string;
}

export interface Tile {
  /** CSS pixels of the tile's left edge from the start of the audio. */
  left: number;
  width: number;
  /** CSS pixels of the wave, without the ruler below it. */
  height: number;
  /** CSS pixels of the whole audio. */
  total: number;
  /** Seconds of the whole audio. */
  duration: number;
  /** What changes the amplitude at a second; null for the audio as it is. */
  gain?: ((seconds: number) => number) | null;
}

/** Opacity of the peaks, and of parts not read yet. */
export const PEAKS_ALPHA = 0.38;
const UNREAD_ALPHA = 0.22;

let columns = new Float32Array(0);
let levels = new Float32Array(0);

/** Draws in CSS pixels; the context is already scaled. */
export function drawTile(
  context: CanvasRenderingContext2D,
  pyramid: PeakPyramid,
  tile: Tile,
  colours: TileColours,
): void {
  const perSecond = tile.total / tile.duration;
  const gradient = context.createLinearGradient(-tile.left, 0, tile.total - tile.left, 0);
  gradient.addColorStop(0, colours.from);
  gradient.addColorStop(1, colours.to);
  context.fillStyle = gradient;
  if (perSecond < FILLED_FROM) drawBars(context, pyramid, tile, perSecond);
  else drawShape(context, pyramid, tile, perSecond);
  context.globalAlpha = 1;
  drawRuler(context, tile, perSecond, colours);
}

/** Space above the loudest part and below it, CSS pixels. */
const MARGIN = 4;

function drawBars(
  context: CanvasRenderingContext2D,
  pyramid: PeakPyramid,
  tile: Tile,
  perSecond: number,
): void {
  const first = Math.floor(tile.left / BAR_STEP);
  const count = Math.ceil((tile.left + tile.width) / BAR_STEP) - first;
  const heights = barHeights(pyramid, (first * BAR_STEP) / perSecond, BAR_STEP / perSecond, count);
  const read = Math.ceil((pyramid.pairs * pyramid.secondsPerPair * perSecond) / BAR_STEP) - first;
  const { gain } = tile;
  for (let bar = 0; gain && bar < count; bar++) {
    // Heights are square roots of amplitudes.
    const factor = Math.sqrt(gain(((first + bar + 0.5) * BAR_STEP) / perSecond));
    for (const tone of [heights.body, heights.peaks]) tone[bar] = Math.min(1, (tone[bar] ?? 0) * factor);
  }
  const middle = tile.height / 2;
  const fill = (of: Float32Array, from: number, to: number, alpha: number) => {
    context.globalAlpha = alpha;
    context.beginPath();
    for (let bar = Math.max(0, from); bar < Math.min(count, to); bar++) {
      const half = Math.max(BAR / 2, (of[bar] ?? 0) * (middle - MARGIN));
      context.roundRect((first + bar) * BAR_STEP - tile.left + 1, middle - half, BAR, half * 2, BAR / 2);
    }
    context.fill();
  };
  fill(heights.peaks, 0, read, PEAKS_ALPHA);
  fill(heights.body, 0, read, 1);
  fill(heights.body, read, count, UNREAD_ALPHA);
}

/** The sample envelope to scale, with the RMS inside. */
function drawShape(
  context: CanvasRenderingContext2D,
  pyramid: PeakPyramid,
  tile: Tile,
  perSecond: number,
): void {
  // One column per pixel, or per pair where pairs are wider; one more on each side closes the seams.
  const step = Math.max(1, pyramid.secondsPerPair * perSecond);
  const first = Math.floor(tile.left / step) - 1;
  const count = Math.ceil(tile.width / step) + 3;
  if (levels.length < count) {
    columns = new Float32Array(count * 2);
    levels = new Float32Array(count);
  }
  pyramid.columns((first * step) / perSecond, step / perSecond, count, columns);
  pyramid.rmsColumns((first * step) / perSecond, step / perSecond, count, levels);
  const { gain } = tile;
  for (let column = 0; gain && column < count; column++) {
    const factor = gain(((first + column + 0.5) * step) / perSecond);
    levels[column] = (levels[column] ?? 0) * factor;
    for (const side of [2 * column, 2 * column + 1]) columns[side] = (columns[side] ?? 0) * factor;
  }
  const middle = tile.height / 2;
  const scale = (middle - MARGIN) * Math.min(MAX_GAIN, 1 / Math.max(0.01, pyramid.loudest));
  const fill = (high: (column: number) => number, low: (column: number) => number, alpha: number) => {
    const at = (column: number) => (first + column + 0.5) * step - tile.left;
    context.globalAlpha = alpha;
    context.beginPath();
    for (let column = 0; column < count; column++) {
      context.lineTo(at(column), middle - clamp(high(column) * scale, 0.6, middle));
    }
    for (let column = count - 1; column >= 0; column--) {
      context.lineTo(at(column), middle + clamp(low(column) * scale, 0.6, middle));
    }
    context.closePath();
    context.fill();
  };
  const high = (column: number) => columns[column * 2 + 1] ?? 0;
  const low = (column: number) => -(columns[column * 2] ?? 0);
  const rms = (column: number) => levels[column] ?? 0;
  fill(high, low, PEAKS_ALPHA);
  fill(
    (column) => Math.min(high(column), rms(column)),
    (column) => Math.min(low(column), rms(column)),
    1,
  );
}

/** Ruler steps in seconds; uses the first whose labels fit. */
const STEPS = [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
const LABEL_ROOM = 64;
/** Distance from a ruler line to its label, so that the playhead's knob does not cover it. */
const LABEL_INSET = 13;

function drawRuler(
  context: CanvasRenderingContext2D,
  tile: Tile,
  perSecond: number,
  colours: TileColours,
): void {
  const step = STEPS.find((seconds) => seconds * perSecond >= LABEL_ROOM) ?? 3600;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const from = Math.floor((tile.left - LABEL_ROOM) / perSecond / step);
  const to = Math.ceil((tile.left + tile.width) / perSecond / step);
  const end = tile.duration * perSecond - tile.left;
  for (let index = Math.max(0, from); index <= to; index++) {
    const seconds = index * step;
    if (seconds > tile.duration) break;
    const x = seconds * perSecond - tile.left;
    context.fillStyle = colours.line;
    context.fillRect(x, tile.height + 4, 1, RULER_HEIGHT - 4);
    const label = labelOf(seconds, step);
    // Skip a last label that would be cut off.
    if (x + LABEL_INSET + context.measureText(label).width > end && index > 0) break;
    context.fillStyle = colours.text;
    context.fillText(label, x + LABEL_INSET, tile.height + 4 + RULER_HEIGHT / 2);
  }
}

/** `12:29`, and `12:29.9` between whole seconds. */
function labelOf(seconds: number, step: number): string {
  const tenths = Math.round(seconds * 10);
  const whole = formatDuration(Math.floor(tenths / 10));
  return step < 1 ? `${whole}.${tenths % 10}` : whole;
}
