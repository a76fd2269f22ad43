// The server's clock: wall time that ignores short jumps. Deletions and sessions depend on ages, so a short error of
// the system's clock must have no effect.

/** A larger step is not trusted at once. */
const LARGEST_STEP_MS = 5 * 60 * 1000;
/** A new time is trusted after this long. */
const PROBATION_MS = 10 * 60 * 1000;

export interface TimeSource {
  /** Milliseconds since 1970; may jump. */
  wall(): number;
  /** Milliseconds since any moment; never jumps. */
  monotonic(): number;
}

const SYSTEM: TimeSource = { wall: Date.now, monotonic: () => performance.now() };

/**
 * Milliseconds since 1970. While the wall clock differs by more than five minutes from what the monotonic clock predicts, the
 * prediction counts; after ten minutes of the same difference the wall clock is trusted.
 */
export function createClock({ wall, monotonic }: TimeSource = SYSTEM): () => number {
  let trusted = { wall: wall(), monotonic: monotonic() };
  let doubted: { deviation: number; since: number } | null = null;
  return () => {
    const now = { wall: wall(), monotonic: monotonic() };
    const predicted = trusted.wall + (now.monotonic - trusted.monotonic);
    const deviation = now.wall - predicted;
    if (Math.abs(deviation) > LARGEST_STEP_MS) {
      if (!doubted || Math.abs(deviation - doubted.deviation) > LARGEST_STEP_MS) {
        doubted = { deviation, since: now.monotonic };
      }
      if (now.monotonic - doubted.since < PROBATION_MS) return Math.round(predicted);
    }
    doubted = null;
    trusted = now;
    return now.wall;
  };
}
