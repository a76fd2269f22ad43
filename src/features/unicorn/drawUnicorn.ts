// Two visualisations of a sound. Pure drawing; the context is cleared and scaled to CSS pixels.
import { BARS } from '../../lib/bars.ts';

export interface VisualizerData {
  /** Heights of the 48 bars, 0 … 1, low to high. */
  frequencies: Float32Array;
  /** 0 … 1. */
  volume: number;
  isActive: boolean;
  /** Rotation time, seconds; stops in silence. */
  turned: number;
}

/** Hue from indigo through rose to amber, degrees in OKLCH. */
const hueOf = (place: number) => 285 + place * 125;
const SHADES = 20;
const COLOURS: string[] = [];
for (let bar = 0; bar < BARS; bar++) {
  for (let shade = 0; shade < SHADES; shade++) {
    const level = shade / (SHADES - 1);
    COLOURS.push(
      `oklch(${(58 + 28 * level).toFixed(0)}% ${(0.12 + 0.06 * level).toFixed(2)} ${hueOf(bar / BARS).toFixed(0)} / ${(0.2 + 0.75 * level).toFixed(2)})`,
    );
  }
}
const colourOf = (bar: number, level: number) =>
  COLOURS[bar * SHADES + Math.round(level * (SHADES - 1))] ?? '';

type Draw = (context: CanvasRenderingContext2D, width: number, height: number, data: VisualizerData) => void;

function glow(context: CanvasRenderingContext2D, x: number, y: number, reach: number, volume: number): void {
  if (volume <= 0.01) return;
  const light = context.createRadialGradient(x, y, 0, x, y, reach);
  light.addColorStop(0, `oklch(70% 0.17 10 / ${(0.5 * volume).toFixed(3)})`);
  light.addColorStop(0.4, `oklch(52% 0.17 340 / ${(0.22 * volume).toFixed(3)})`);
  light.addColorStop(1, 'oklch(35% 0.1 300 / 0)');
  context.fillStyle = light;
  context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
}

/** A fan of light from the bottom centre; each ray is a band, low ones inside. */
export const drawBeam: Draw = (context, width, height, { frequencies, volume }) => {
  const x = width / 2;
  const ground = height * 0.94;
  const reach = Math.min(height * 0.86, width * 0.62);
  glow(context, x, ground, reach * (0.5 + 0.6 * volume), volume);
  context.lineCap = 'round';
  context.lineWidth = Math.max(2, width / 130);
  for (let bar = BARS - 1; bar >= 0; bar--) {
    const level = frequencies[bar] ?? 0;
    const angle = ((bar + 0.5) / BARS) * (Math.PI * 0.47);
    const near = reach * 0.13;
    const far = near + reach * (0.015 + 0.85 * level);
    context.strokeStyle = colourOf(bar, level);
    context.beginPath();
    for (const side of [-1, 1]) {
      const sin = side * Math.sin(angle);
      const cos = Math.cos(angle);
      context.moveTo(x + sin * near, ground - cos * near);
      context.lineTo(x + sin * far, ground - cos * far);
    }
    context.stroke();
  }
};

/** Repetitions of a ring's bands around it, mirrored each time. */
const PETALS = 3;
const POINTS_PER_BAND = 2;

/** Three rotating rings for the low, middle and high bands, pushed outwards by the sound. */
export const drawAdvanced: Draw = (context, width, height, { frequencies, volume, turned }) => {
  const [x, y] = [width / 2, height / 2];
  const side = Math.min(width, height);
  glow(context, x, y, side * (0.3 + 0.3 * volume), volume);
  context.lineJoin = 'round';
  const third = BARS / 3;
  const points = 2 * third * POINTS_PER_BAND * PETALS;
  for (let ring = 2; ring >= 0; ring--) {
    const radius = side * (0.12 + 0.11 * ring);
    const turn = turned * (ring % 2 === 0 ? 0.35 : -0.25);
    let loudest = 0;
    context.beginPath();
    for (let point = 0; point <= points; point++) {
      const place = (point / POINTS_PER_BAND) % (2 * third);
      const mirrored = Math.min(place, 2 * third - place);
      const left = Math.min(third - 1, Math.floor(mirrored));
      const a = frequencies[ring * third + left] ?? 0;
      const b = frequencies[ring * third + Math.min(third - 1, left + 1)] ?? a;
      const level = a + (b - a) * (mirrored - Math.floor(mirrored));
      loudest = Math.max(loudest, level);
      const angle = (point / points) * 2 * Math.PI + turn;
      const far = radius + side * 0.13 * level;
      const [px, py] = [x + Math.sin(angle) * far, y - Math.cos(angle) * far];
      if (point === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    context.closePath();
    const colour = colourOf(ring * third + third / 2, 0.25 + 0.75 * loudest);
    context.globalAlpha = 0.08 + 0.12 * loudest;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, side / 200);
    context.stroke();
  }
};
