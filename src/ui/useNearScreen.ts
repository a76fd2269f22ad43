// Tells a partly rendered list when to check which rows are near the screen: on scroll, on resize, and in the frame after
// each render.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export interface NearScreen {
  /** Renders the rows near the screen if they changed. */
  look: (list: HTMLElement) => void;
  /** The list has a new size; `look` follows. */
  measure: (list: HTMLElement) => void;
}

export function useNearScreen(ref: RefObject<HTMLElement | null>, isOn: boolean, work: NearScreen): void {
  const drawn = useRef(work);
  useLayoutEffect(() => {
    drawn.current = work;
  });
  useEffect(() => {
    const list = ref.current;
    if (!isOn || list === null) return;
    const frame = requestAnimationFrame(() => drawn.current.look(list));
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    const list = ref.current;
    if (!isOn || list === null) return;
    const look = () => drawn.current.look(list);
    const observer = new ResizeObserver(() => {
      drawn.current.measure(list);
      look();
    });
    observer.observe(list);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [ref, isOn]);
}
