// Magnifier above the finger: the waveform around the dragged time, enlarged, and the time.
import { formatDuration } from '../../../lib/format.ts';
import { paint } from '../../../ui/Canvas.tsx';
import type { PeakPyramid } from '../peakPyramid.ts';
import { drawTile, type TileColours } from './drawTile.ts';
import { layerElement } from './layerElement.ts';
import styles from './wave.module.css';
import { clamp } from './waveScale.ts';

export interface Loupe {
  /** `clientX`: position of the finger below the loupe. */
  show(seconds: number, clientX: number): void;
  hide(): void;
  destroy(): void;
}

const WIDTH = 152;
const HEIGHT = 48;
/** CSS pixels per second inside: 1/100 s is 4 pixels. */
const ZOOM = 400;

export function createLoupe(
  container: HTMLElement,
  pyramid: PeakPyramid,
  duration: number,
  colours: TileColours,
): Loupe {
  const loupe = layerElement(styles.loupe);
  const canvas = document.createElement('canvas');
  const time = layerElement(styles.loupeTime);
  canvas.style.width = `${WIDTH}px`;
  canvas.style.height = `${HEIGHT}px`;
  loupe.append(canvas, time);
  loupe.setAttribute('aria-hidden', 'true');
  loupe.hidden = true;
  container.append(loupe);

  const draw = (context: CanvasRenderingContext2D, seconds: number) => {
    const left = seconds * ZOOM - WIDTH / 2;
    const tile = { left, width: WIDTH, height: HEIGHT, total: duration * ZOOM, duration };
    drawTile(context, pyramid, tile, colours);
    context.fillStyle = colours.text;
    context.fillRect(WIDTH / 2 - 1, 0, 2, HEIGHT);
  };

  return {
    show(seconds, clientX) {
      const { left, width } = container.getBoundingClientRect();
      const at = clamp(clientX - left - WIDTH / 2, 0, width - WIDTH);
      loupe.hidden = false;
      loupe.style.transform = `translateX(${at}px)`;
      time.textContent = preciseTime(seconds);
      paint(canvas, WIDTH, HEIGHT, (context) => draw(context, seconds));
    },
    hide() {
      loupe.hidden = true;
    },
    destroy: () => loupe.remove(),
  };
}

/** `1:02.34`. */
function preciseTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  return `${formatDuration(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`;
}
