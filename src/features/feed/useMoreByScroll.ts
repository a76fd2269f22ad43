// Asks for the next page when a person scrolls near the end, and while they stay there: at the end of the page nobody
// can scroll further. A list that fits the screen asks for nothing: it has the button.
import { type RefObject, useEffect } from 'react';

/** Screens before the end. */
const AHEAD = 1;

function isNear(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top < window.innerHeight * (1 + AHEAD);
}

export function useMoreByScroll(end: RefObject<HTMLElement | null>, isOn: boolean, onMore: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (isNear(end.current)) onMore();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [end, isOn, onMore]);
  // After every drawing of the list: a page may have brought nothing new to see, and a flick may have been over before
  // anybody listened. Before the next frame: a list that is drawn in part has its height by then.
  useEffect(() => {
    if (!isOn) return;
    const frame = requestAnimationFrame(() => {
      if (window.scrollY > 0 && isNear(end.current)) onMore();
    });
    return () => cancelAnimationFrame(frame);
  });
}
