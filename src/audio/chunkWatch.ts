// Whether a recorder that delivered steadily has stood still, as a locked phone makes it.

/** Without a chunk for this long a recorder that delivers steadily stands still. */
const STALL_MS = 3000;
/** Chunks after which a recorder is known to deliver steadily; some give everything at the end. */
const STEADY_CHUNKS = 10;

export interface ChunkWatch {
  /** A chunk has come. */
  note(): void;
  stoodStill(): boolean;
}

/** `now` answers milliseconds of any origin. */
export function createChunkWatch(now: () => number): ChunkWatch {
  let chunks = 0;
  let lastAt = 0;
  return {
    note() {
      chunks += 1;
      lastAt = now();
    },
    stoodStill: () => now() - lastAt > STALL_MS && chunks >= STEADY_CHUNKS,
  };
}
