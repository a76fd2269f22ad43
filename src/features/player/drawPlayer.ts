// Draws the moving part around the play button: bars of the current spectrum and a halo that follows loudness.
// Lengths are fractions of the circle's side; only the middle of the circle is drawn.
import { BARS } from '../../lib/bars.ts';
import type { Hues } from '../../lib/hues.ts';
import { rgbOf } from '../../lib/oklch.ts';
import type { Pen } from '../../ui/Canvas.tsx';

export interface PlayerPicture {
  /** Heights of the 48 bars now, 0…1. */
  bars: Float32Array;
  /** Loudness now, 0…1. */
  loudness: number;
  hues: Hues;
}

/** Side of the canvas over the side of the circle: the extent of the halo, from the stylesheet. */
const SHARE = 1 - 0.24 / 1.32;

/** The play button's radius, from the stylesheet: 36 % of the visualizer, which is 1 / 1.32 of the side. */
const BUTTON_RADIUS = 0.137;
const BAR_RADIUS = 0.192;
/** The highest bar ends where the ring's longest stroke begins. */
const BAR_LENGTH = 0.198;
const BAR_INNER = 0.032;
/** Lightness steps of the bars; their colours are computed once per track. */
const SHADES = 24;

/** On a square canvas with sides of `width`. */
export function drawPlayer(context: Pen, width: number, picture: PlayerPicture): void {
  const size = width / SHARE;
  context.translate((width - size) / 2, (width - size) / 2);
  drawHalo(context, size, picture);
  drawBars(context, size, picture);
}

function drawHalo(context: Pen, size: number, { loudness, hues }: PlayerPicture): void {
  if (loudness < 0.01) return;
  const middle = size / 2;
  const reach = size * (0.22 + 0.19 * loudness);
  const start = size * BUTTON_RADIUS * 0.8;
  const gradient = context.createRadialGradient(middle, middle, start, middle, middle, reach);
  // Below half strength, so that the label of the play button stays readable.
  const { near, far, end } = coloursFor(hues);
  gradient.addColorStop(0, `rgba(${near}, ${(0.48 * loudness).toFixed(3)})`);
  gradient.addColorStop(0.45, `rgba(${far}, ${(0.24 * loudness).toFixed(3)})`);
  gradient.addColorStop(1, `rgba(${end}, 0)`);
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(middle, middle, reach, 0, 2 * Math.PI);
  context.fill();
}

/** The shorter way round the colour wheel between two hues, degrees, within our arc. */
function turnBetween(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

interface Colours {
  /** Colours of the halo from its middle to its end, "red, green, blue". */
  near: string;
  far: string;
  end: string;
  /** By bar, then by shade. */
  bars: string[];
}

const known = new WeakMap<Hues, Colours>();

function coloursFor(hues: Hues): Colours {
  const before = known.get(hues);
  if (before !== undefined) return before;
  const bars: string[] = [];
  for (let bar = 0; bar < BARS; bar++) {
    const hue = hues.first + turnBetween(hues.first, hues.second) * (bar / BARS);
    for (let shade = 0; shade < SHADES; shade++) {
      const level = shade / (SHADES - 1);
      const colour = rgbOf(0.64 + 0.24 * level, 0.12 + 0.035 * level, hue);
      bars.push(`rgba(${colour}, ${(0.26 + 0.7 * level).toFixed(3)})`);
    }
  }
  const colours: Colours = {
    near: rgbOf(0.64, 0.18, hues.first),
    far: rgbOf(0.54, 0.16, hues.second),
    end: rgbOf(0.4, 0.1, hues.second),
    bars,
  };
  known.set(hues, colours);
  return colours;
}

function drawBars(context: Pen, size: number, { bars, hues }: PlayerPicture): void {
  const middle = size / 2;
  const { bars: colours } = coloursFor(hues);
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
