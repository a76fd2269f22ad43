// Keeps the screen on while recording.
import type { Scope } from '../lib/scope.ts';
import type { CaptureEnvironment } from './captureEnvironment.ts';

/** Until `scope` closes. */
export async function keepAwake(scope: Scope, request: CaptureEnvironment['requestWakeLock']): Promise<void> {
  try {
    const lock = await request?.();
    if (lock) scope.add(() => void lock.release().catch(() => undefined));
  } catch {
    // Refused on low battery or in the background: recording works without it.
  }
}
