// The server's clock: wall time that a jump does not carry away. Ages decide what is deleted and who is signed in, so
// a clock that is wrong for a moment must not count.

/** A step larger than this is not believed at once. */
const LARGEST_STEP_MS = 5 * 60 * 1000;
/** A new time is believed when it has stood so long. */
const PROBATION_MS = 10 * 60 * 1000;

export interface TimeSource {
  /** Milliseconds since 1970; may jump. */
  wall(): number;
  /** Milliseconds since any moment; never jumps. */
  monotonic(): number;
}

const SYSTEM: TimeSource = { wall: Date.now, monotonic: () => performance.now() };

/**
 * Milliseconds since 1970. While the wall clock is more than five minutes away from what the monotonic clock predicts,
 * the prediction goes on; after ten minutes of the same deviation the wall clock is believed.
 */
export function createClock({ wall, monotonic }: TimeSource = SYSTEM): () => number {
  let believed = { wall: wall(), monotonic: monotonic() };
  let doubted: { deviation: number; since: number } | null = null;
  return () => {
    const now = { wall: wall(), monotonic: monotonic() };
    const predicted = believed.wall + (now.monotonic - believed.monotonic);
    const deviation = now.wall - predicted;
    if (Math.abs(deviation) > LARGEST_STEP_MS) {
      if (!doubted || Math.abs(deviation - doubted.deviation) > LARGEST_STEP_MS) {
        doubted = { deviation, since: now.monotonic };
      }
      if (now.monotonic - doubted.since < PROBATION_MS) return Math.round(predicted);
    }
    doubted = null;
    believed = now;
    return now.wall;
  };
}
