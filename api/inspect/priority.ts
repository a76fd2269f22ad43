// The priority of the engine's threads.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers this thread's priority below that of requests. Works on Linux only, and not without `/proc` or permission; the work is
 * done either way.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Normal priority then.
  }
}
