// A long look at the take for a tool: progress, cancel, and nothing left of one that was cancelled.

export type Task<T> =
  | { phase: 'idle' }
  | { phase: 'working'; fraction: number }
  | { phase: 'done'; value: T }
  | { phase: 'failed' };

/**
 * Runs `work` and tells how it stands; an answer that comes after `signal` was aborted is told to nobody.
 */
export async function runTask<T>(
  work: (onProgress: (fraction: number) => void) => Promise<T>,
  signal: AbortSignal,
  tell: (task: Task<T>) => void,
): Promise<void> {
  const say = (task: Task<T>) => {
    if (!signal.aborted) tell(task);
  };
  say({ phase: 'working', fraction: 0 });
  try {
    const value = await work((fraction) => say({ phase: 'working', fraction }));
    say({ phase: 'done', value });
  } catch (error) {
    if (!signal.aborted) console.warn('tool failed', error);
    say({ phase: 'failed' });
  }
}
