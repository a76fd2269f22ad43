// A long engine task of a tool, with progress and cancel.

export type Task<T> =
  | { phase: 'idle' }
  | { phase: 'working'; fraction: number }
  | { phase: 'done'; value: T }
  | { phase: 'failed' };

/** Runs `work` and reports its state; ignores results after `signal` was aborted. */
export async function runTask<T>(
  work: (onProgress: (fraction: number) => void) => Promise<T>,
  signal: AbortSignal,
  onTask: (task: Task<T>) => void,
): Promise<void> {
  const report = (task: Task<T>) => {
    if (!signal.aborted) onTask(task);
  };
  report({ phase: 'working', fraction: 0 });
  try {
    const value = await work((fraction) => report({ phase: 'working', fraction }));
    report({ phase: 'done', value });
  } catch (error) {
    if (!signal.aborted) console.warn('tool failed', error);
    report({ phase: 'failed' });
  }
}
