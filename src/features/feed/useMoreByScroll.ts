// Asks for the next page when a person scrolls near the end. What fits the screen asks for nothing: the button is there.
import { type RefObject, useEffect } from 'react';

/** Screens before the end. */
const AHEAD = 1;

export function useMoreByScroll(end: RefObject<HTMLElement | null>, isOn: boolean, onMore: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      const top = end.current?.getBoundingClientRect().top;
      if (top !== undefined && top < window.innerHeight * (1 + AHEAD)) onMore();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [end, isOn, onMore]);
}
