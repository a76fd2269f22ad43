// The moment between the permission and the first sample.

const FROM = 3;
const STEP_MS = 1000;

/** Tells 3, 2, 1, a second each; resolves early when `signal` aborts. */
export async function countDown(signal: AbortSignal, tell: (left: number) => void): Promise<void> {
  for (let left = FROM; left > 0 && !signal.aborted; left--) {
    tell(left);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, STEP_MS);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
