// The waveform as a pyramid: level 0 is what the worker sends (min, max per 256 frames), each next level merges
// four pairs. Any view of any length is then drawn from at most a few pairs per pixel. int8, −128…127 is −1…1.

/** Pairs of one level merged into one pair of the next. */
const MERGE = 4;
/** Levels end when one has fewer pairs than this. */
const SMALLEST_LEVEL = 512;
const INITIAL_PAIRS = 4096;

export interface PeakPyramid {
  /** Appends a run of level 0; runs come in order. Runs that leave a hole are filled with silence. */
  append(chunk: { firstPair: number; pairs: Int8Array; framesPerPair: number; sampleRate: number }): void;
  /** Builds the upper levels; call after the last append. Cost: one pass over a third of level 0. */
  finish(): void;
  /** Pairs of level 0 so far. */
  readonly pairs: number;
  /** Seconds one pair of level 0 covers; 0 before the first run. */
  readonly secondsPerPair: number;
  /**
   * Writes min and max (−1…1) of `count` equal columns over `start … start + count × secondsPerColumn` into
   * `target` (min, max interleaved). Columns outside the audio are 0. Cost: at most about 8 pairs per column.
   */
  columns(start: number, secondsPerColumn: number, count: number, target: Float32Array): void;
  /** Largest magnitude 0…1. */
  readonly loudest: number;
}

export function createPeakPyramid(): PeakPyramid {
  let base = new Int8Array(INITIAL_PAIRS * 2);
  let pairs = 0;
  let secondsPerPair = 0;
  let loudest = 0;
  let levels: Int8Array[] = [];

  const reserve = (wanted: number) => {
    if (wanted * 2 <= base.length) return;
    const grown = new Int8Array(Math.max(base.length * 2, wanted * 2));
    grown.set(base.subarray(0, pairs * 2));
    base = grown;
  };

  const levelFor = (secondsPerColumn: number): { data: Int8Array; seconds: number; count: number } => {
    let index = 0;
    let seconds = secondsPerPair;
    while (index < levels.length - 1 && seconds * MERGE <= secondsPerColumn) {
      index += 1;
      seconds *= MERGE;
    }
    const data = levels[index] ?? base.subarray(0, pairs * 2);
    return { data, seconds: levels.length === 0 ? secondsPerPair : seconds, count: data.length / 2 };
  };

  return {
    get pairs() {
      return pairs;
    },
    get secondsPerPair() {
      return secondsPerPair;
    },
    get loudest() {
      return loudest;
    },
    append({ firstPair, pairs: run, framesPerPair, sampleRate }) {
      secondsPerPair = framesPerPair / sampleRate;
      const count = run.length >> 1;
      reserve(firstPair + count);
      base.set(run.subarray(0, count * 2), firstPair * 2);
      for (const value of run) loudest = Math.max(loudest, Math.abs(value) / 128);
      pairs = Math.max(pairs, firstPair + count);
    },
    finish() {
      levels = [base.slice(0, pairs * 2)];
      for (let below = levels[0]; below && below.length / 2 > SMALLEST_LEVEL; below = levels.at(-1)) {
        levels.push(merge(below));
      }
    },
    columns(start, secondsPerColumn, count, target) {
      if (secondsPerPair === 0) return void target.fill(0, 0, count * 2);
      const level = levelFor(secondsPerColumn);
      for (let column = 0; column < count; column++) {
        const from = (start + column * secondsPerColumn) / level.seconds;
        const to = from + secondsPerColumn / level.seconds;
        let low = 0;
        let high = 0;
        const first = Math.floor(from + 1e-9);
        const last = Math.min(level.count, Math.max(first + 1, Math.ceil(to - 1e-9)));
        for (let pair = Math.max(0, first); pair < last; pair++) {
          low = Math.min(low, level.data[pair * 2] ?? 0);
          high = Math.max(high, level.data[pair * 2 + 1] ?? 0);
        }
        target[column * 2] = low / 128;
        target[column * 2 + 1] = high / 127;
      }
    },
  };
}

function merge(below: Int8Array): Int8Array {
  const count = Math.ceil(below.length / 2 / MERGE);
  const level = new Int8Array(count * 2);
  for (let pair = 0; pair < count; pair++) {
    let low = 127;
    let high = -128;
    const end = Math.min(below.length / 2, (pair + 1) * MERGE);
    for (let under = pair * MERGE; under < end; under++) {
      low = Math.min(low, below[under * 2] ?? 0);
      high = Math.max(high, below[under * 2 + 1] ?? 0);
    }
    level[pair * 2] = low;
    level[pair * 2 + 1] = high;
  }
  return level;
}
