// A row of choices wider than its box: the chosen one is in view, and an edge that hides more fades out.
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Less than this is rounding. */
const HIDDEN_PX = 2;

/** Marks the row with `data-more`: `start`, `end` or both, where choices are hidden. */
export function useTabRow(row: RefObject<HTMLElement | null>, chosen: string): void {
  useLayoutEffect(() => {
    const box = row.current;
    const tab = box?.querySelector<HTMLElement>('[aria-checked="true"], [aria-selected="true"]');
    if (!box || !tab || chosen === '') return;
    // Not `scrollIntoView`: the page stays where it is.
    box.scrollLeft = tab.offsetLeft - box.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [row, chosen]);
  useEffect(() => {
    const box = row.current;
    if (box === null) return;
    const look = () => {
      const left = Math.abs(box.scrollLeft);
      const right = box.scrollWidth - box.clientWidth - left;
      box.dataset.more = `${left > HIDDEN_PX ? 'start' : ''} ${right > HIDDEN_PX ? 'end' : ''}`.trim();
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [row]);
}
