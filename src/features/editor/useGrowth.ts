// A number that changes while the pyramid grows, at most a few times a second: whoever draws from it draws again.
import { useEffect, useState } from 'react';
import type { PeakPyramid } from './peakPyramid.ts';

/** Seldom enough to leave a slow phone's thread to the fingers. */
const PAUSE_MS = 250;

export function useGrowth(pyramid: PeakPyramid): number {
  const [pairs, setPairs] = useState(pyramid.pairs);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waiting = undefined;
      setPairs(pyramid.pairs);
    };
    look();
    const end = pyramid.onGrow(() => {
      waiting ??= setTimeout(look, PAUSE_MS);
    });
    return () => {
      end();
      clearTimeout(waiting);
    };
  }, [pyramid]);
  return pairs;
}
