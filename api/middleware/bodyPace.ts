// A body must keep coming (reliability §6.4, OWASP: a minimum ingress rate and an absolute end): one that stops,
// crawls or never ends is cut off. 64 kbit/s is 8 KB/s and never noticed.
import type { IncomingMessage } from 'node:http';

/** Longest silence. */
const IDLE_MS = 15_000;
/** Least average over `WINDOW_MS`, bytes per second. */
const MIN_RATE = 2048;
const WINDOW_MS = 30_000;
/** 50 MB at 350 kbit/s; slower lines take the resumable path, whose every request has this time. */
const WHOLE_MS = 20 * 60_000;
const LOOK_MS = 1000;

/**
 * Watches the request's bytes at its socket until the returned function is called. `cut` is called once, when the
 * sender is too slow; ending the request is the caller's.
 */
export function watchPace(request: IncomingMessage, cut: () => void): () => void {
  const { socket } = request;
  const started = performance.now();
  /** Moments and what had come by then; the first is at least a window old once there are enough. */
  const looks = [{ at: started, bytes: socket.bytesRead }];
  let last = { at: started, bytes: socket.bytesRead };
  const timer = setInterval(() => {
    const now = performance.now();
    const bytes = socket.bytesRead;
    if (bytes > last.bytes) last = { at: now, bytes };
    looks.push({ at: now, bytes });
    while ((looks[1]?.at ?? now) <= now - WINDOW_MS) looks.shift();
    const first = looks[0] ?? last;
    const crawls =
      now - first.at >= WINDOW_MS && (bytes - first.bytes) / ((now - first.at) / 1000) < MIN_RATE;
    if (now - last.at < IDLE_MS && !crawls && now - started < WHOLE_MS) return;
    clearInterval(timer);
    cut();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
