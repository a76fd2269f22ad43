// Disconnects senders whose body stops, is too slow or never ends (OWASP: minimum ingress rate and absolute timeout). A
// line of 64 kbit/s, 8 KB/s, is fast enough.
import type { IncomingMessage } from 'node:http';

/** Longest silence. */
const IDLE_MS = 15_000;
/** Least average over `WINDOW_MS`, bytes per second. */
const MIN_RATE = 2048;
const WINDOW_MS = 30_000;
/** 50 MB at 350 kbit/s. Slower lines use resumable uploads, where each request has this time. */
const WHOLE_MS = 20 * 60_000;
const SAMPLE_MS = 1000;

/**
 * Watches the bytes of the request until the returned function is called. Calls `cut` once if the sender is too slow; the
 * caller must end the request.
 */
export function watchPace(request: IncomingMessage, cut: () => void): () => void {
  const { socket } = request;
  const started = performance.now();
  /** Times with the bytes received by then; once full, the first is at least a window old. */
  const samples = [{ at: started, bytes: socket.bytesRead }];
  let last = { at: started, bytes: socket.bytesRead };
  const timer = setInterval(() => {
    const now = performance.now();
    const bytes = socket.bytesRead;
    if (bytes > last.bytes) last = { at: now, bytes };
    samples.push({ at: now, bytes });
    while ((samples[1]?.at ?? now) <= now - WINDOW_MS) samples.shift();
    const first = samples[0] ?? last;
    const crawls =
      now - first.at >= WINDOW_MS && (bytes - first.bytes) / ((now - first.at) / 1000) < MIN_RATE;
    if (now - last.at < IDLE_MS && !crawls && now - started < WHOLE_MS) return;
    clearInterval(timer);
    cut();
  }, SAMPLE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
