// While a take is still being read its peaks grow; what draws them is told a few times a second.
import { useEffect, useState } from 'react';
import type { PeakPyramid } from './peakPyramid.ts';
import { onGrowth } from './wave/onGrowth.ts';

/** Counts up as the pyramid grows. */
export function useGrowth(pyramid: PeakPyramid): number {
  const [grown, setGrown] = useState(0);
  useEffect(() => onGrowth(pyramid, () => setGrown((count) => count + 1)), [pyramid]);
  return grown;
}
