// An upload that goes nowhere: ten percent every fifth of a second.
import { useEffect, useState } from 'react';

/** S2 §9. */
const STEP_PERCENT = 10;
const STEP_MS = 200;

/** `percent` null: not started; 100: done. Writing 0 starts, null takes it back. */
export function useUploadSimulation(): [
  percent: number | null,
  setPercent: (percent: number | null) => void,
] {
  const [percent, setPercent] = useState<number | null>(null);
  const runs = percent !== null && percent < 100;
  useEffect(() => {
    if (!runs) return;
    const clock = setInterval(
      () => setPercent((before) => (before === null ? null : Math.min(100, before + STEP_PERCENT))),
      STEP_MS,
    );
    return () => clearInterval(clock);
  }, [runs]);
  return [percent, setPercent];
}
