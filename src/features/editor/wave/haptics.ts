// A short vibration when a dragged edge reaches something, once each time.
import { tick } from '../../../ui/tick.ts';

export interface Haptics {
  /** What the edge is at; null for nothing. */
  feel(mark: string | null): void;
}

export function createHaptics(): Haptics {
  let last: string | null = null;
  return {
    feel(mark) {
      if (mark !== null && mark !== last) tick();
      last = mark;
    },
  };
}
