// Timeouts without progress, however long the work itself takes.

const STEP_MS = 1000;

/** True for a timeout; false when the person left. */
export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/**
 * A signal that aborts with the outer one, or when `touch` was not called for `seconds`. Counts steps of one second, so
 * that time in a frozen page does not count.
 */
export function watchProgress(outer: AbortSignal, seconds: number) {
  const inner = new AbortController();
  const stop = () => inner.abort(outer.reason);
  outer.addEventListener('abort', stop, { once: true });
  let waited = 0;
  const timer = setInterval(() => {
    waited += 1;
    if (waited >= seconds) inner.abort(new DOMException('no progress', 'TimeoutError'));
  }, STEP_MS);
  return {
    signal: inner.signal,
    touch() {
      waited = 0;
    },
    end() {
      clearInterval(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}

/** Result of `work`; rejects with a `TimeoutError` after `seconds`. */
export async function inTime<T>(work: Promise<T>, outer: AbortSignal, seconds: number): Promise<T> {
  const watched = watchProgress(outer, seconds);
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) =>
        watched.signal.addEventListener('abort', () => reject(watched.signal.reason), { once: true }),
      ),
    ]);
  } finally {
    watched.end();
  }
}
