// Detects that a recorder that delivered steadily has stopped, as on a locked phone.

/** A steady recorder without a chunk for this long has stopped. */
const STALL_MS = 3000;
/** Chunks after which a recorder counts as steady; some deliver everything at the end. */
const STEADY_CHUNKS = 10;

export interface ChunkWatch {
  /** A chunk has arrived, with or without bytes. */
  note(hasBytes: boolean): void;
  stoodStill(): boolean;
  /** Called once a second while the recorder should deliver; answers the number of these calls without bytes. */
  beat(): number;
  /** A pause or a hidden page is over: chunks that did not arrive meanwhile are not missing. */
  rest(): void;
  /** False for a recorder that delivers everything at the end: its silence means nothing. */
  readonly isSteady: boolean;
  /** Time of the last bytes. */
  readonly lastAt: number;
}

/** `now` answers milliseconds of any origin. */
export function createChunkWatch(now: () => number): ChunkWatch {
  let chunks = 0;
  let lastAt = 0;
  let beats = 0;
  return {
    note(hasBytes) {
      if (!hasBytes) return;
      chunks += 1;
      lastAt = now();
      beats = 0;
    },
    stoodStill: () => now() - lastAt > STALL_MS && chunks >= STEADY_CHUNKS,
    // Counts instead of measuring time: after the device has slept, the recorder gets its full time.
    beat: () => ++beats,
    rest() {
      beats = 0;
    },
    get isSteady() {
      return chunks >= STEADY_CHUNKS;
    },
    get lastAt() {
      return lastAt;
    },
  };
}
