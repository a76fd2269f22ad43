// Scroll positions of the browser history: a new page starts at its top, Back and Forward restore the position, even if
// the page's content loads later.
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { FROM_TOP, KEEPS_PLACE } from '../lib/paths.ts';

/** Gives up restoring after this, milliseconds: the page has become shorter. */
const PATIENCE_MS = 5000;
/** User input that cancels restoring. */
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to `top` as soon as the page is long enough. Returns a function that stops it. */
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

/** Call it once, in a component that stays mounted across pages. */
export function useScrollPlace(): void {
  const { key, pathname, state } = useLocation();
  const { fromTop, keepsPlace } = Object(state) as Partial<typeof FROM_TOP & typeof KEEPS_PLACE>;
  const arrival = useNavigationType();
  const places = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname, keepsPlace });
  /** While restoring, scroll events don't update the saved position. */
  const isOnTheWay = useRef(false);

  useLayoutEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = 'manual';
    // The browser restores reloaded pages.
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
