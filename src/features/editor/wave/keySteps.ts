// Key steps for the playhead and the edges.

/** Arrow keys, seconds; with Shift the fine step. */
const STEP = 1;
const FINE_STEP = 0.1;
/** Page Up and Page Down, seconds. */
const PAGE_STEP = 5;

/** Target of a key press from `here`, not clamped; null for other keys. */
export function keyTarget(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  here: number,
  duration: number,
): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const step = event.shiftKey ? FINE_STEP : STEP;
  const targets: Record<string, number> = {
    ArrowLeft: here - step,
    ArrowDown: here - step,
    ArrowRight: here + step,
    ArrowUp: here + step,
    PageUp: here + PAGE_STEP,
    PageDown: here - PAGE_STEP,
    Home: 0,
    End: duration,
  };
  return targets[event.key] ?? null;
}
