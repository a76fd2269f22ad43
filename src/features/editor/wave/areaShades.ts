// Shades what is left out: one element per gap between the kept areas in sight.
import type { Area } from '../areas.ts';
import type { Span } from './areaHandles.ts';
import { layerElement, placeElement } from './layerElement.ts';
import styles from './wave.module.css';
import type { WaveScale } from './waveScale.ts';

/** Answers the layout: call it when areas or scale have changed. */
export function createAreaShades(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
): (areas: readonly Area[], shown: Span) => void {
  const shades: HTMLElement[] = [];
  return function layout(areas, shown) {
    let from = 0;
    const gaps: [number, number][] = [];
    for (const { start, end } of [...areas, { start: duration, end: duration }]) {
      const to = scale.x(start);
      if (to > from && to >= shown.from && from <= shown.to) gaps.push([from, to]);
      from = scale.x(end);
    }
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
