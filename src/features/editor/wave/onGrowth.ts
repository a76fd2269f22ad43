// Peaks come by the hundred a second; a picture of them is worth drawing four times a second.
import type { PeakPyramid } from '../peakPyramid.ts';

const EVERY_MS = 250;

/** Tells of growth at most four times a second, the last of it included. Answers the stop. */
export function onGrowth(pyramid: PeakPyramid, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = pyramid.onGrow(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
