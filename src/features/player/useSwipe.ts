// A vertical swipe on a small bar, beside buttons that do the same.
import { type PointerEvent, useRef } from 'react';

/** Distance of a swipe in pixels; more than a shaky tap. */
const SWIPE_PX = 32;

export interface SwipeActions {
  onUp: () => void;
  onDown: () => void;
}

export function useSwipe({ onUp, onDown }: SwipeActions) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null) return;
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (Math.abs(dy) < SWIPE_PX || Math.abs(dy) < 2 * Math.abs(dx)) return;
      if (dy < 0) onUp();
      else onDown();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
