// Pieces of one long piece of work on several workers: a limited number at a time, results taken in order, a window of
// pieces ahead of the first that is missing, so that what waits for its turn stays small however long the work is.

export interface Pieces<T> {
  count: number;
  /** Pieces at work at the same time. */
  ways: number;
  /** Does one piece; must end when `signal` aborts. */
  work(index: number, signal: AbortSignal): Promise<T>;
  /** Is given every result, in order; the next piece's waits until it is done. */
  take(result: T, index: number): void | Promise<void>;
  signal?: AbortSignal | undefined;
}

/** Results that may wait for their turn, for each way. */
const AHEAD = 2;

/** Does all pieces; the first failure in order aborts the others and is thrown. */
export async function inOrder<T>({ count, ways, work, take, signal }: Pieces<T>): Promise<void> {
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });

  const made: Promise<T>[] = [];
  let next = 0;
  let running = 0;
  let taken = 0;
  const start = () => {
    while (!stop.signal.aborted && running < ways && next < count && next < taken + ways * AHEAD) {
      const piece = work(next, stop.signal);
      made[next] = piece;
      next += 1;
      running += 1;
      // A failure is reported in turn; by then other pieces may also have failed.
      piece
        .catch(() => {})
        .finally(() => {
          running -= 1;
          start();
        });
    }
  };
  try {
    for (; taken < count; taken++, start()) {
      start();
      stop.signal.throwIfAborted();
      const result = await (made[taken] as Promise<T>);
      delete made[taken];
      await take(result, taken);
    }
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
