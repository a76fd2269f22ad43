// The whole recording as a ring around the player, with the played part in colour and a knob at its end. Strokes are
// redrawn when one changes; moving the knob copies them.
import { heightAt } from '../../lib/cover.ts';
import type { Hues } from '../../lib/hues.ts';
import type { Pen } from '../../ui/Canvas.tsx';

/** Radius of the seek ring as a fraction of the side. Presses use only the angle. */
const RING_RADIUS = 0.43;
const RING_STROKES = 160;
const RING_OUT = 0.055;
const RING_IN = 0.022;
/** Strength of the strokes ahead: 3:1 on the glow behind them, because the ring is the seek control. */
const IDLE_ALPHA = 0.6;
/** Opening of the ring at the top, radians. */
const RING_GAP = (10 / 180) * Math.PI;

/** Angle of a position 0…1 along the recording; the top is the beginning, clockwise. */
export function angleOf(place: number): number {
  return -Math.PI / 2 + RING_GAP / 2 + place * (2 * Math.PI - RING_GAP);
}

/** Position 0…1 along the recording for a point relative to the centre. */
export function placeOf(x: number, y: number): number {
  const fromTop = (Math.atan2(y, x) + Math.PI / 2 + 4 * Math.PI) % (2 * Math.PI);
  return Math.min(1, Math.max(0, (fromTop - RING_GAP / 2) / (2 * Math.PI - RING_GAP)));
}

export interface Ring {
  /** Heights of the whole recording, 0…1. */
  cover: Float32Array;
  /** Played fraction, 0…1. */
  progress: number;
  hues: Hues;
}

interface Drawn {
  canvas: HTMLCanvasElement;
  /** Number of played strokes. */
  reached: number;
  second: number;
}

const drawn = new WeakMap<Float32Array, Drawn>();

/** Number of distinct knob positions for a ring with sides of `pixels`. */
export const placesOf = (pixels: number) => 4 * Math.PI * RING_RADIUS * pixels;

export function drawSeekRing(context: Pen, size: number, ring: Ring): void {
  const middle = size / 2;
  context.drawImage(ringPicture(context.canvas.width, size, ring), 0, 0, size, size);
  const angle = angleOf(ring.progress);
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

/** A square canvas with sides of `pixels`, shown at `size` CSS pixels. Reused for the next position. */
function ringPicture(pixels: number, size: number, { cover, progress, hues }: Ring): HTMLCanvasElement {
  const reached = progress > 0 ? Math.floor(progress * (RING_STROKES - 1)) + 1 : 0;
  const { second } = hues;
  const known = drawn.get(cover);
  if (known?.canvas.width === pixels && known.reached === reached && known.second === second)
    return known.canvas;
  const canvas = known?.canvas ?? document.createElement('canvas');
  drawn.set(cover, { canvas, reached, second });
  // Setting the width also clears it.
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.scale(pixels / size, pixels / size);
  const played = context.createLinearGradient(0, 0, size, size * 0.2);
  played.addColorStop(0, '#ff4f7b');
  played.addColorStop(1, '#ff8a5b');
  context.lineCap = 'round';
  context.lineWidth = Math.max(1.25, size * 0.006);
  context.strokeStyle = played;
  stroke(context, size, cover, 0, reached);
  context.strokeStyle = `oklch(82% 0.06 ${second} / ${IDLE_ALPHA})`;
  stroke(context, size, cover, reached, RING_STROKES);
  return canvas;
}

/** Strokes `from` … `to` of the ring in one path. */
function stroke(
  context: CanvasRenderingContext2D,
  size: number,
  cover: Float32Array,
  from: number,
  to: number,
): void {
  const middle = size / 2;
  context.beginPath();
  for (let i = from; i < to; i++) {
    const place = i / (RING_STROKES - 1);
    const height = heightAt(cover, place);
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
