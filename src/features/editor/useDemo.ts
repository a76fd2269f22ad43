// Once per device, a second after the first recording is ready: the end handle shows that it can be moved (S1 §9).
import { useSetAtom, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { areasAtom, type EditorSource, previewAreasAtom } from './atoms.ts';
import { editorPortsAtom } from './ports.ts';

const DELAY_MS = 1000;
const LENGTH_MS = 1400;
/** How far the handle goes, as a share of the duration. */
const SHIFT = 0.2;
const SETTING = 'editorDemoSeen';
const isTrue = (value: unknown): value is boolean => value === true;

export function useDemo(source: EditorSource): void {
  const store = useStore();
  const preview = useSetAtom(previewAreasAtom);
  const isUnderstood = useRef(false);
  useEffect(() => {
    const { settings } = store.get(editorPortsAtom);
    if (isUnderstood.current) return;
    if (settings.read(SETTING, isTrue, false)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    let shown = false;
    const stop = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      if (shown) preview(null);
      shown = false;
      window.removeEventListener('pointerdown', understand, true);
      window.removeEventListener('keydown', understand, true);
    };
    const timer = setTimeout(() => {
      const [first, ...rest] = store.get(areasAtom);
      if (!first || rest.length > 0 || first.end < source.seconds) return stop();
      settings.write(SETTING, true);
      shown = true;
      const began = performance.now();
      const step = (now: number) => {
        const progress = Math.min(1, (now - began) / LENGTH_MS);
        const bow = Math.sin(progress * Math.PI) ** 2;
        preview([{ ...first, end: source.seconds * (1 - SHIFT * bow) }]);
        if (progress < 1) frame = requestAnimationFrame(step);
        else stop();
      };
      frame = requestAnimationFrame(step);
    }, DELAY_MS);
    // Whoever touches anything has understood, also when the take's length is corrected after that.
    const understand = () => {
      isUnderstood.current = true;
      stop();
    };
    window.addEventListener('pointerdown', understand, true);
    window.addEventListener('keydown', understand, true);
    return stop;
  }, [source, store, preview]);
}
