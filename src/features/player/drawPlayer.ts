// The picture around the play button: the whole recording as the outer ring, what is heard now as bars
// inside it, and a halo that follows loudness. Pure drawing; lengths are shares of the side.
import { BARS } from '../../lib/bars.ts';
import type { Hues } from '../../lib/hues.ts';
import { angleOf, RING_RADIUS, ringPicture } from './ringPicture.ts';

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

/** The play button's own radius, by the stylesheet: 36 % of the visualizer, which is 1 / 1.32 of the side. */
const BUTTON_RADIUS = 0.137;
const BAR_RADIUS = 0.192;
/** The highest bar ends where the ring's longest stroke begins. */
const BAR_LENGTH = 0.198;
const BAR_INNER = 0.032;
/** Bars are drawn in so many lightnesses: their colours are made once per track. */
const SHADES = 24;

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

function drawSeekRing(context: CanvasRenderingContext2D, size: number, picture: PlayerPicture): void {
  const middle = size / 2;
  context.drawImage(ringPicture(context.canvas.width, size, picture), 0, 0, size, size);
  const angle = angleOf(picture.progress);
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
