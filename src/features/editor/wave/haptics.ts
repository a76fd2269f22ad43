// A short vibration when a dragged edge reaches something, once each time.

const TOUCH_MS = 15;

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

/** Does nothing on devices without vibration. */
export function tick(): void {
  navigator.vibrate?.(TOUCH_MS);
}
