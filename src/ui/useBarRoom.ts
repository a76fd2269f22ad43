// Reserves the height of a bar that is fixed to the lower edge, below the page's content.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The bar on the page, or the last one. */
let shown: Element | null = null;

/** Each change of the height costs a new style of every element on the page, so it is set once per frame at most. */
export function useBarRoom(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = bar.current;
    if (!element) return;
    shown = element;
    // Called before the bar is painted first.
    const observer = new ResizeObserver(() => {
      const isFixed = getComputedStyle(element).position === 'fixed';
      style.setProperty('--action-inset', `${isFixed ? element.offsetHeight : 0}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      // Another bar may take its place in the same commit.
      queueMicrotask(() => {
        if (shown === element) style.removeProperty('--action-inset');
      });
    };
  }, []);
  return bar;
}
