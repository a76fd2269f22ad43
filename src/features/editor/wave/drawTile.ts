// One tile of the waveform: bars or a filled shape from the pyramid, and the time ruler under it.
// Everything is placed by absolute time, so that neighbouring tiles meet without a seam.
import { formatDuration } from '../../../lib/format.ts';
import type { PeakPyramid } from '../peakPyramid.ts';

export const WAVE_HEIGHT = 120;
export const RULER_HEIGHT = 24;
/** From this zoom on the shape is filled instead of barred (look.md), CSS pixels per second. */
const FILLED_FROM = 200;

const BAR = 3;
const BAR_STEP = 5;
/** Quiet takes are drawn larger, up to this; loud ones never smaller. */
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
  /** CSS pixels of the whole audio. */
  total: number;
  /** Seconds of the whole audio. */
  duration: number;
}

let columns = new Float32Array(0);

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
  const scale = (WAVE_HEIGHT / 2 - 4) * Math.min(MAX_GAIN, 1 / Math.max(0.01, pyramid.loudest));
  if (perSecond < FILLED_FROM) drawBars(context, pyramid, tile, perSecond, scale);
  else drawShape(context, pyramid, tile, perSecond, scale);
  drawRuler(context, tile, perSecond, colours);
}

function read(pyramid: PeakPyramid, start: number, step: number, count: number): Float32Array {
  if (columns.length < count * 2) columns = new Float32Array(count * 2);
  pyramid.columns(start, step, count, columns);
  return columns;
}

function drawBars(
  context: CanvasRenderingContext2D,
  pyramid: PeakPyramid,
  tile: Tile,
  perSecond: number,
  scale: number,
): void {
  const first = Math.floor(tile.left / BAR_STEP);
  const count = Math.ceil((tile.left + tile.width) / BAR_STEP) - first;
  const values = read(pyramid, (first * BAR_STEP) / perSecond, BAR_STEP / perSecond, count);
  const middle = WAVE_HEIGHT / 2;
  context.beginPath();
  for (let bar = 0; bar < count; bar++) {
    const reach = Math.max(-(values[bar * 2] ?? 0), values[bar * 2 + 1] ?? 0) * scale;
    const half = Math.max(BAR / 2, reach);
    context.roundRect((first + bar) * BAR_STEP - tile.left + 1, middle - half, BAR, half * 2, BAR / 2);
  }
  context.fill();
}

function drawShape(
  context: CanvasRenderingContext2D,
  pyramid: PeakPyramid,
  tile: Tile,
  perSecond: number,
  scale: number,
): void {
  // One column per pixel, or per pair where pairs are wider; one more on each side closes the seams.
  const step = Math.max(1, pyramid.secondsPerPair * perSecond);
  const first = Math.floor(tile.left / step) - 1;
  const count = Math.ceil(tile.width / step) + 3;
  const values = read(pyramid, (first * step) / perSecond, step / perSecond, count);
  const middle = WAVE_HEIGHT / 2;
  const at = (column: number) => (first + column + 0.5) * step - tile.left;
  context.beginPath();
  for (let column = 0; column < count; column++) {
    context.lineTo(at(column), middle - Math.max(0.6, (values[column * 2 + 1] ?? 0) * scale));
  }
  for (let column = count - 1; column >= 0; column--) {
    context.lineTo(at(column), middle - Math.min(-0.6, (values[column * 2] ?? 0) * scale));
  }
  context.closePath();
  context.fill();
}

/** Ruler steps in seconds; the first whose labels have room is used. */
const STEPS = [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const LABEL_ROOM = 64;

function drawRuler(
  context: CanvasRenderingContext2D,
  tile: Tile,
  perSecond: number,
  colours: TileColours,
): void {
  const step = STEPS.find((seconds) => seconds * perSecond >= LABEL_ROOM) ?? 600;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const from = Math.floor((tile.left - LABEL_ROOM) / perSecond / step);
  const to = Math.ceil((tile.left + tile.width) / perSecond / step);
  for (let index = Math.max(0, from); index <= to; index++) {
    const seconds = index * step;
    if (seconds > tile.duration) break;
    const x = seconds * perSecond - tile.left;
    context.fillStyle = colours.line;
    context.fillRect(x, WAVE_HEIGHT + 4, 1, RULER_HEIGHT - 4);
    context.fillStyle = colours.text;
    context.fillText(labelOf(seconds, step), x + 5, WAVE_HEIGHT + 4 + RULER_HEIGHT / 2);
  }
}

/** `12:29`, and `12:29.9` between whole seconds. */
function labelOf(seconds: number, step: number): string {
  const tenths = Math.round(seconds * 10);
  const whole = formatDuration(Math.floor(tenths / 10));
  return step < 1 ? `${whole}.${tenths % 10}` : whole;
}
