// Shades what is left out: one element per gap between the kept areas.
import type { Area } from '../areas.ts';
import { layerElement, placeElement } from './layerElement.ts';
import styles from './wave.module.css';
import type { WaveScale } from './waveScale.ts';

/** Answers the layout: call it when areas or scale have changed. */
export function createAreaShades(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
): (areas: readonly Area[]) => void {
  const shades: HTMLElement[] = [];
  return function layout(areas) {
    let from = 0;
    const gaps: [number, number][] = [];
    for (const area of areas) {
      gaps.push([from, scale.x(area.start)]);
      from = scale.x(area.end);
    }
    gaps.push([from, scale.x(duration)]);
    while (shades.length < gaps.length) {
      const shade = layerElement(styles.shade);
      shades.push(shade);
      layer.prepend(shade);
    }
    shades.forEach((shade, index) => {
      const [left, right] = gaps[index] ?? [0, 0];
      placeElement(shade, left, right - left);
    });
  };
}
