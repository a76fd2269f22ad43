// Which rows of a long table stand on the screen: the page scrolls, and only they are drawn.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Rows drawn beyond each edge of the screen, so that a quick thumb sees no gap. */
const BEYOND = 12;
/** The range moves in steps of so many rows: fewer renders while scrolling. */
const STEP = 4;

export interface Range {
  first: number;
  /** Behind the last one. */
  end: number;
}

/** `height` of each row in CSS pixels. */
export function useWindowRows(ref: RefObject<HTMLElement | null>, count: number, height: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: Math.min(count, BEYOND * 2) });
  const look = () => {
    const box = ref.current;
    if (box === null) return;
    const top = -box.getBoundingClientRect().top;
    const step = (row: number) => Math.floor(row / STEP) * STEP;
    const first = Math.max(0, step(top / height - BEYOND));
    const end = Math.min(count, step((top + window.innerHeight) / height + BEYOND) + STEP);
    setRange((now) => (now.first === first && now.end === end ? now : { first, end: Math.max(first, end) }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count or height is another range
  useLayoutEffect(look, [count, height]);
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  return range;
}
