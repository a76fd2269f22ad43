// A track's cover: a dark gradient with the whole recording as a ring, clockwise from the top. Both depend only on
// the sound, so that a recording looks the same on every screen, before and after it has an id.
import { coverHeights, heightAt } from '../lib/cover.ts';
import { huesOf } from '../lib/hues.ts';

/** Gap of the ring at the top, so that beginning and end differ. */
const GAP = (14 / 180) * Math.PI;
/** Radii as fractions of the side. */
const RING_RADIUS = 0.27;
const OUTER_LENGTH = 0.15;
const INNER_LENGTH = 0.055;

/** Draws the gradient of a cover on a square of `size` CSS pixels. */
function drawGround(context: CanvasRenderingContext2D, size: number, cover: string): void {
  const { first, second, angle } = huesOf(cover);
  context.fillStyle = `oklch(19% 0.055 ${first})`;
  context.fillRect(0, 0, size, size);
  const radians = (angle / 180) * Math.PI;
  glow(context, size, 0.5 + 0.42 * Math.cos(radians), 0.5 + 0.42 * Math.sin(radians), 0.85, [
    `oklch(50% 0.155 ${first} / 0.95)`,
    `oklch(38% 0.13 ${first} / 0.5)`,
    `oklch(20% 0.06 ${first} / 0)`,
  ]);
  glow(context, size, 0.5 - 0.46 * Math.cos(radians), 0.5 - 0.46 * Math.sin(radians), 0.75, [
    `oklch(58% 0.15 ${second} / 0.75)`,
    `oklch(40% 0.12 ${second} / 0.35)`,
    `oklch(20% 0.05 ${second} / 0)`,
  ]);
  glow(context, size, 0.5, 0.5, 0.44, ['rgb(12 8 17 / 0.55)', 'rgb(12 8 17 / 0.35)', 'rgb(12 8 17 / 0)']);
}

function glow(
  context: CanvasRenderingContext2D,
  size: number,
  x: number,
  y: number,
  radius: number,
  [inner, middle, outer]: [string, string, string],
): void {
  const gradient = context.createRadialGradient(x * size, y * size, 0, x * size, y * size, radius * size);
  gradient.addColorStop(0, inner);
  gradient.addColorStop(0.45, middle);
  gradient.addColorStop(1, outer);
  context.fillStyle = gradient;
  context.fillRect(0, 0, size, size);
}

export interface RingStyle {
  /** Radius of the ring's base line, in CSS pixels. */
  radius: number;
  outer: number;
  inner: number;
  /** Number of strokes around it. */
  strokes: number;
  width: number;
  color: (height: number) => string;
}

/** Draws the recording as a ring of strokes around (x, y). */
export function drawRing(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  heights: Float32Array,
  style: RingStyle,
): void {
  context.lineCap = 'round';
  context.lineWidth = style.width;
  for (let i = 0; i < style.strokes; i++) {
    const place = i / (style.strokes - 1);
    const height = heightAt(heights, place);
    const angle = -Math.PI / 2 + GAP / 2 + place * (2 * Math.PI - GAP);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const near = style.radius - style.inner * height;
    const far = style.radius + style.outer * height;
    context.strokeStyle = style.color(height);
    context.beginPath();
    context.moveTo(x + cos * near, y + sin * near);
    // Some browsers do not draw a stroke without length; silence is a dot.
    context.lineTo(x + cos * (far + 0.01), y + sin * (far + 0.01));
    context.stroke();
  }
}

/** Draws a cover on a square of `size` CSS pixels: two milliseconds on a laptop. */
export function drawCover(context: CanvasRenderingContext2D, size: number, cover: string): void {
  drawGround(context, size, cover);
  const { second } = huesOf(cover);
  const small = size < 80;
  drawRing(context, size / 2, size / 2, coverHeights(cover), {
    radius: RING_RADIUS * size,
    outer: OUTER_LENGTH * size,
    inner: INNER_LENGTH * size,
    strokes: small ? 40 : 112,
    width: Math.max(1, size * (small ? 0.02 : 0.0085)),
    color: (height) => `oklch(${(82 + 14 * height).toFixed(1)}% 0.06 ${second} / ${0.5 + 0.5 * height})`,
  });
}
