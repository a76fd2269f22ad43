// The picture around the play button: the whole recording as the outer ring, what is heard now as bars
// inside it, and a halo that follows loudness. Pure drawing; lengths are shares of the side.
import { BARS } from '../../lib/bars.ts';
import { heightAt } from '../../lib/face.ts';
import type { Hues } from '../../lib/hues.ts';

export interface PlayerPicture {
  /** Heights of the whole recording, 0…1. */
  face: Float32Array;
  /** Heights of the 48 bars now, 0…1. */
  bars: Float32Array;
  /** Loudness now, 0…1. */
  loudness: number;
  /** Played share, 0…1. */
  progress: number;
  hues: Hues;
}

/** Where the seek ring lies; a press is judged by angle alone. */
const RING_RADIUS = 0.43;
const RING_STROKES = 160;
const RING_OUT = 0.055;
const RING_IN = 0.022;
/** Opening of the ring at the top, radians. */
const RING_GAP = (10 / 180) * Math.PI;

/** The play button's own radius, by the stylesheet: 36 % of the visualizer, which is 1 / 1.32 of the side. */
const BUTTON_RADIUS = 0.137;
const BAR_RADIUS = 0.192;
/** The highest bar ends where the ring's longest stroke begins. */
const BAR_LENGTH = 0.198;
const BAR_INNER = 0.032;
/** Bars are drawn in so many lightnesses: their colours are made once per track. */
const SHADES = 24;

/** Angle of a place 0…1 along the recording; the top is the beginning, clockwise. */
export function angleOf(place: number): number {
  return -Math.PI / 2 + RING_GAP / 2 + place * (2 * Math.PI - RING_GAP);
}

/** Place 0…1 of a point relative to the middle. */
export function placeOf(x: number, y: number): number {
  const fromTop = (Math.atan2(y, x) + Math.PI / 2 + 4 * Math.PI) % (2 * Math.PI);
  return Math.min(1, Math.max(0, (fromTop - RING_GAP / 2) / (2 * Math.PI - RING_GAP)));
}

export function drawPlayer(context: CanvasRenderingContext2D, size: number, picture: PlayerPicture): void {
  drawHalo(context, size, picture);
  drawBars(context, size, picture);
  drawSeekRing(context, size, picture);
}

function drawHalo(context: CanvasRenderingContext2D, size: number, { loudness, hues }: PlayerPicture): void {
  if (loudness < 0.01) return;
  const middle = size / 2;
  const reach = size * (0.22 + 0.19 * loudness);
  const start = size * BUTTON_RADIUS * 0.8;
  const gradient = context.createRadialGradient(middle, middle, start, middle, middle, reach);
  // Kept under half strength: the label of the play button must stay readable.
  gradient.addColorStop(0, `oklch(64% 0.18 ${hues.first} / ${(0.48 * loudness).toFixed(3)})`);
  gradient.addColorStop(0.45, `oklch(54% 0.16 ${hues.second} / ${(0.24 * loudness).toFixed(3)})`);
  gradient.addColorStop(1, `oklch(40% 0.1 ${hues.second} / 0)`);
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(middle, middle, reach, 0, 2 * Math.PI);
  context.fill();
}

/** The shorter way round the wheel from one hue to another, degrees; it stays on the night side. */
function turnBetween(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

const coloursOf = new WeakMap<Hues, string[]>();

/** By bar, then by shade. */
function barColours(hues: Hues): string[] {
  let colours = coloursOf.get(hues);
  if (colours === undefined) {
    colours = [];
    for (let bar = 0; bar < BARS; bar++) {
      const hue = hues.first + turnBetween(hues.first, hues.second) * (bar / BARS);
      for (let shade = 0; shade < SHADES; shade++) {
        const level = shade / (SHADES - 1);
        const chroma = 0.12 + 0.035 * level;
        const light = 64 + 24 * level;
        const strength = 0.26 + 0.7 * level;
        colours.push(
          `oklch(${light.toFixed(1)}% ${chroma.toFixed(3)} ${hue.toFixed(1)} / ${strength.toFixed(3)})`,
        );
      }
    }
    coloursOf.set(hues, colours);
  }
  return colours;
}

function drawBars(context: CanvasRenderingContext2D, size: number, { bars, hues }: PlayerPicture): void {
  const middle = size / 2;
  const colours = barColours(hues);
  context.lineCap = 'round';
  context.lineWidth = Math.max(1.6, size * 0.0072);
  for (let bar = 0; bar < BARS; bar++) {
    const level = bars[bar] ?? 0;
    // From the bottom (low) up both sides to the top (high).
    const turn = ((bar + 0.5) / BARS) * Math.PI;
    context.strokeStyle = colours[bar * SHADES + Math.round(level * (SHADES - 1))] ?? '';
    context.beginPath();
    for (const side of [1, -1]) {
      const x = side * Math.sin(turn);
      const y = Math.cos(turn);
      const near = size * (BAR_RADIUS - BAR_INNER * level);
      const far = size * (BAR_RADIUS + BAR_LENGTH * level) + 0.01;
      context.moveTo(middle + x * near, middle + y * near);
      context.lineTo(middle + x * far, middle + y * far);
    }
    context.stroke();
  }
}

function drawSeekRing(
  context: CanvasRenderingContext2D,
  size: number,
  { face, progress, hues }: PlayerPicture,
): void {
  const middle = size / 2;
  const played = context.createLinearGradient(0, 0, size, size * 0.2);
  played.addColorStop(0, '#ff4f7b');
  played.addColorStop(1, '#ff8a5b');
  context.lineCap = 'round';
  context.lineWidth = Math.max(1.25, size * 0.006);
  const reached = progress > 0 ? Math.floor(progress * (RING_STROKES - 1)) + 1 : 0;
  context.strokeStyle = played;
  strokeRing(context, size, face, 0, reached);
  context.strokeStyle = `oklch(82% 0.06 ${hues.second} / 0.34)`;
  strokeRing(context, size, face, reached, RING_STROKES);
  const angle = angleOf(progress);
  context.fillStyle = '#f7eff3';
  context.beginPath();
  context.arc(
    middle + Math.cos(angle) * size * RING_RADIUS,
    middle + Math.sin(angle) * size * RING_RADIUS,
    Math.max(5, size * 0.014),
    0,
    2 * Math.PI,
  );
  context.fill();
}

/** Strokes `from` … `to` of the ring in one path: two paints a frame instead of 160. */
function strokeRing(
  context: CanvasRenderingContext2D,
  size: number,
  face: Float32Array,
  from: number,
  to: number,
): void {
  const middle = size / 2;
  context.beginPath();
  for (let i = from; i < to; i++) {
    const place = i / (RING_STROKES - 1);
    const height = heightAt(face, place);
    const angle = angleOf(place);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const near = size * (RING_RADIUS - RING_IN * height);
    const far = size * (RING_RADIUS + RING_OUT * height) + 0.01;
    context.moveTo(middle + cos * near, middle + sin * near);
    context.lineTo(middle + cos * far, middle + sin * far);
  }
  context.stroke();
}
