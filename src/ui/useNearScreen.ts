// A list that is drawn in part looks where it stands: while the screen moves over it, when either changes its size, and in
// the frame after each drawing, until nothing is new.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export interface NearScreen {
  /** Draws what is near the screen now, where that is news. */
  look: (list: HTMLElement) => void;
  /** The list has got another size, or its first one; a look follows. */
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
