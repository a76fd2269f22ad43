// New rows become read after two seconds on the screen, the rest when the page or the tab is left (K38).
import { useSetAtom } from 'jotai/react';
import { type RefObject, useEffect } from 'react';
import { markAllReadAtom, markReadAtom, type TabName } from './atoms.ts';

const SEEN_MS = 2000;
/** Rows that were seen together are marked together. */
const LOOK_MS = 500;

/** Watches the rows below `list` that carry `data-new` with their id; `unread` names them all, in any order. */
export function useReadWhenSeen(list: RefObject<HTMLElement | null>, tab: TabName, unread: string): void {
  const markRead = useSetAtom(markReadAtom);
  const markAll = useSetAtom(markAllReadAtom);
  useEffect(() => {
    if (unread === '' || !list.current) return;
    const since = new Map<string, number>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset.new ?? '';
          if (isIntersecting) since.set(id, performance.now());
          else since.delete(id);
        }
      },
      { threshold: 0.5 },
    );
    for (const row of list.current.querySelectorAll('[data-new]')) watch.observe(row);
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const seen = [...since].filter(([, at]) => performance.now() - at >= SEEN_MS).map(([id]) => id);
      if (seen.length > 0) void markRead(seen);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      watch.disconnect();
    };
  }, [list, unread, markRead]);
  useEffect(() => {
    const leave = () => void markAll(tab);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [tab, markAll]);
}
