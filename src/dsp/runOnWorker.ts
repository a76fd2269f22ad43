// How work that is shared reaches the pool: one piece is one call, which waits for its turn like any other.
import { DspError } from './errors.ts';
import type { DspWorkerApi } from './protocol.ts';

/** Runs an operation on the next worker that is free. */
export type RunOnWorker = <K extends keyof DspWorkerApi>(
  name: K,
  args: Parameters<DspWorkerApi[K]>,
  signal: AbortSignal | undefined,
) => ReturnType<DspWorkerApi[K]>;

/** Whether a worker broke, so that another may do what it was asked for; the engine's own refusals stay. */
export const failedInWorker = (error: unknown): boolean =>
  error instanceof DspError && error.code === 'worker_failed';

/** Every call that a broken worker did not finish is made once more, of another one. */
export function redone(run: RunOnWorker): RunOnWorker {
  const twice = async (...call: Parameters<RunOnWorker>): Promise<unknown> => {
    const [, , signal] = call;
    try {
      return await run(...call);
    } catch (error) {
      if (signal?.aborted || !failedInWorker(error)) throw error;
      return run(...call);
    }
  };
  return twice as RunOnWorker;
}
