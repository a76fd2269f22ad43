const TICK_MS = 15;

/** A short vibration, on devices that can. */
export function tick(): void {
  navigator.vibrate?.(TICK_MS);
}
