// When the feed loads: on arrival, when a track was approved, and every 30 s while there is nothing to show.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { loadTracksAtom, visibleTracksAtom } from '../../state/tracks.ts';

/** S1 §9. */
const RETRY_EMPTY_MS = 30_000;

export function useFeedRefresh(): () => void {
  const load = useSetAtom(loadTracksAtom);
  const empty = useAtomValue(visibleTracksAtom).length === 0;
  useEffect(() => {
    const reload = () => void load();
    reload();
    window.addEventListener('trackApproved', reload);
    window.addEventListener('online', reload);
    return () => {
      window.removeEventListener('trackApproved', reload);
      window.removeEventListener('online', reload);
    };
  }, [load]);
  useEffect(() => {
    if (!empty) return;
    const timer = setInterval(() => void load(), RETRY_EMPTY_MS);
    return () => clearInterval(timer);
  }, [empty, load]);
  return () => void load();
}
