// Waiting that gives up when nothing happens, however long the work itself takes (K10).

const STEP_MS = 1000;

/** A limit that was reached; told apart from a person who left. */
export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/**
 * A signal that fires when the outer one does, or when `touch` was not called for `seconds`. They are counted in
 * steps of one second: what a frozen page or a closed lid slept through is not waited.
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

/** What `work` answers, unless it takes longer than `seconds`. */
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
