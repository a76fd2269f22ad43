// While the card of the current track can be seen the fixed player steps aside.
import { useSetAtom } from 'jotai/react';
import { type RefObject, useEffect } from 'react';
import { countVisibleCardAtom } from '../../state/player.ts';

/** Share of the picture that must be on screen. */
const MOSTLY_VISIBLE = 0.5;

export function useVisibleCard(ref: RefObject<HTMLElement | null>, isCurrent: boolean): void {
  const countVisible = useSetAtom(countVisibleCardAtom);
  useEffect(() => {
    const card = ref.current;
    if (card === null || !isCurrent) return;
    let visible = false;
    const report = (now: boolean) => {
      if (now !== visible) countVisible(now ? 1 : -1);
      visible = now;
    };
    const observer = new IntersectionObserver(
      ([entry]) => report((entry?.intersectionRatio ?? 0) >= MOSTLY_VISIBLE),
      { threshold: [0, MOSTLY_VISIBLE] },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      report(false);
    };
  }, [countVisible, isCurrent, ref]);
}
