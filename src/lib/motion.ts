// The motion of the page that runs now. What would take its frames waits until it has ended.

/** Nothing waits longer for a motion (ms). */
const LONGEST_MS = 1000;

let running: Promise<unknown> = Promise.resolve();

/** `end` settles when the motion has ended. */
export function noteMotion(end: Promise<unknown>): void {
  const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  running = Promise.race([end.catch(() => {}), tooLong]);
}

/** Resolves at once while nothing moves. */
export const motionEnd = (): Promise<unknown> => running;
