// A short touch for the thumb when a dragged edge meets something: once for each meeting.

const TOUCH_MS = 15;

export interface Haptics {
  /** What the edge is at now; null where there is nothing to feel. */
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

/** Nothing happens where a device cannot or must not. */
export function tick(): void {
  navigator.vibrate?.(TOUCH_MS);
}
