// Where each page of the history was scrolled to: a new page starts at its top, Back and Forward lead to where one was
// (K57), also when the page's content comes after the page.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { FROM_TOP, KEEPS_PLACE } from '../lib/paths.ts';

/** A page that has not grown back to its height by then has become shorter. */
const PATIENCE_MS = 5000;
/** What a person does to scroll by hand; it ends the way back. */
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to `top` as soon as the page is long enough. Answers the stop. */
function scrollBack(top: number, onEnd: () => void): () => void {
  const stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const name of HANDS) window.removeEventListener(name, stop);
    onEnd();
  };
  const go = () => {
    window.scrollTo(0, top);
    if (document.documentElement.scrollHeight >= top + window.innerHeight) stop();
  };
  const grown = new ResizeObserver(go);
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const name of HANDS) window.addEventListener(name, stop, { passive: true });
  grown.observe(document.body);
  return stop;
}

/** Call it once, in what stays while pages change. */
export function useScrollPlace(): void {
  const { key, pathname, state } = useLocation();
  const { fromTop, keepsPlace } = Object(state) as Partial<typeof FROM_TOP & typeof KEEPS_PLACE>;
  const arrival = useNavigationType();
  const places = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname, keepsPlace });
  /** Until it is back where it was, a page that is still short says nothing of where one was. */
  const isOnTheWay = useRef(false);

  useLayoutEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = 'manual';
    // A page that is loaded again is put back by the browser.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    const note = () => {
      if (!isOnTheWay.current) places.current.set(shown.current.key, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', leave);
      history.scrollRestoration = before;
    };
  }, []);

  useLayoutEffect(() => {
    if (key === shown.current.key) return;
    const isNewPath = pathname !== shown.current.pathname;
    const wasOpen = shown.current.keepsPlace && !isNewPath;
    shown.current = { key, pathname, keepsPlace };
    if (wasOpen) return;
    const top = arrival === 'POP' && !fromTop ? (places.current.get(key) ?? 0) : 0;
    if (top > 0) {
      isOnTheWay.current = true;
      return scrollBack(top, () => {
        isOnTheWay.current = false;
      });
    }
    if (isNewPath || fromTop) window.scrollTo(0, 0);
  }, [key, pathname, arrival, fromTop, keepsPlace]);
}
