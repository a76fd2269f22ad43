// Rows that arrive while somebody reads further down are held back, so that the list does not move.
import { useEffect, useRef, useState } from 'react';
import type { Entry } from './entries.ts';

/** New rows are held back when the page is scrolled further than this. */
const TOP_PX = 80;

const isAtTop = () => window.scrollY <= TOP_PX;

export interface Arrivals {
  shown: readonly Entry[];
  /** Number of rows held back. */
  waiting: number;
  /** Scrolls to the top and shows them. */
  show: () => void;
}

export function useArrivals(entries: readonly Entry[]): Arrivals {
  // Rows up to this moment are shown; null: all.
  const newest = useRef<string | null>(null);
  const [, redraw] = useState(0);
  const latest = entries[0]?.createdAt ?? null;
  if (newest.current === null || isAtTop() || (latest !== null && latest < newest.current))
    newest.current = latest;
  const until = newest.current;
  const shown = until === null ? entries : entries.filter(({ createdAt }) => createdAt <= until);
  const waiting = entries.length - shown.length;
  useEffect(() => {
    if (waiting === 0) return;
    const look = () => isAtTop() && redraw((count) => count + 1);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [waiting]);
  const show = () => {
    newest.current = latest;
    window.scrollTo({ top: 0 });
    redraw((count) => count + 1);
  };
  return { shown, waiting, show };
}
