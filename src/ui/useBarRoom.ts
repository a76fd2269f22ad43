// Reserves the height of a bar that is fixed to the lower edge, below the page's content.
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useBarRoom(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const isFixed = bar.current !== null && getComputedStyle(bar.current).position === 'fixed';
      style.setProperty('--action-inset', `${isFixed ? bar.current?.offsetHeight : 0}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--action-inset');
    };
  }, []);
  return bar;
}
