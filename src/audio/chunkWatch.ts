// Whether a recorder that delivered steadily has stood still, as a locked phone makes it.

/** Without a chunk for this long a recorder that delivers steadily stands still. */
const STALL_MS = 3000;
/** Chunks after which a recorder is known to deliver steadily; some give everything at the end. */
const STEADY_CHUNKS = 10;

export interface ChunkWatch {
  /** A chunk has come, with or without bytes. */
  note(hasBytes: boolean): void;
  stoodStill(): boolean;
  /** Called once a second while the recorder should deliver; answers how many of these went by without bytes. */
  beat(): number;
  /** A pause or a hidden page is over: what was not delivered meanwhile is not missing. */
  rest(): void;
  /** Of a recorder that gives everything at the end silence says nothing. */
  readonly isSteady: boolean;
  /** When the last bytes came. */
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
    // Counted and not measured: after a sleep of the whole device the recorder gets its time, too.
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
