// The waveform as a pyramid: level 0 comes from the worker (min, max and RMS per 256 frames), each further level merges
// four pairs. Any view needs only a few pairs per pixel, even while the take is still being read.
import type { PeaksChunk } from '../../dsp/protocol.ts';

/** Pairs of one level merged into one pair of the next. */
const MERGE = 4;
/** Minimum pairs per column, if available, so that neighbouring audio does not affect it. */
const PAIRS_PER_COLUMN = 16;
/** The last level is the first one that has at most this many pairs. */
const SMALLEST_LEVEL = 512;
const INITIAL_PAIRS = 4096;
/** Pairs below this share of the mean power (10 dB, the gate of BS.1770) count as pauses. */
const GATE = 0.1;

export interface PeakPyramid {
  /** Adds a run of level 0. Missing runs are silent until they arrive. */
  append(chunk: Omit<PeaksChunk, 'fraction'>): void;
  /** Calls back for every added run; returns the unsubscribe. */
  onGrow(listener: () => void): () => void;
  /** Pairs of level 0 so far. */
  readonly pairs: number;
  /** Seconds one pair of level 0 covers; 0 before the first run. */
  readonly secondsPerPair: number;
  /**
   * Writes min and max (−1…1) of `count` equal columns over `start … start + count × secondsPerColumn` into
   * `target` (min, max interleaved). Columns outside the audio are 0. Cost: at most about 66 pairs per column.
   */
  columns(start: number, secondsPerColumn: number, count: number, target: Float32Array): void;
  /** Writes the RMS (0…1) of the same columns into `target`. */
  rmsColumns(start: number, secondsPerColumn: number, count: number, target: Float32Array): void;
  /** Largest magnitude 0…1. */
  readonly loudest: number;
  /** RMS 0…1 without pauses. Cost: 256 steps. */
  readonly loudness: number;
}

interface Level {
  /** Min, max interleaved, −128…127 is −1…1. */
  pairs: Int8Array;
  /** Square roots of the RMS, 255 is 1. */
  rms: Uint8Array;
  count: number;
}

export function createPeakPyramid(): PeakPyramid {
  const levels: Level[] = [emptyLevel(INITIAL_PAIRS)];
  /** How many pairs have each RMS byte. */
  const histogram = new Float64Array(256);
  const listeners = new Set<() => void>();
  let secondsPerPair = 0;
  let loudest = 0;

  /** The level to draw columns of this width from, and the seconds its pairs cover. */
  const levelFor = (secondsPerColumn: number): { level: Level; seconds: number } => {
    let index = 0;
    let seconds = secondsPerPair;
    while (index < levels.length - 1 && seconds * MERGE * PAIRS_PER_COLUMN <= secondsPerColumn) {
      index += 1;
      seconds *= MERGE;
    }
    return { level: levels[index] ?? emptyLevel(0), seconds };
  };

  const raise = (firstPair: number, endPair: number) => {
    let from = firstPair;
    let to = endPair;
    for (let index = 0; (levels[index]?.count ?? 0) > SMALLEST_LEVEL; index++) {
      const below = levels[index];
      if (!below) return;
      const isNew = index + 1 === levels.length;
      levels[index + 1] ??= emptyLevel(SMALLEST_LEVEL);
      from = isNew ? 0 : Math.floor(from / MERGE);
      to = isNew ? Math.ceil(below.count / MERGE) : Math.ceil(to / MERGE);
      const level = withRoom(levels[index + 1] ?? emptyLevel(0), to);
      for (let pair = from; pair < to; pair++) merge(below, level, pair);
      levels[index + 1] = level;
    }
  };

  return {
    get pairs() {
      return levels[0]?.count ?? 0;
    },
    get secondsPerPair() {
      return secondsPerPair;
    },
    get loudest() {
      return loudest;
    },
    get loudness() {
      const all = gatedPower(histogram, 0);
      return Math.sqrt(gatedPower(histogram, all * GATE));
    },
    append({ firstPair, pairs, rms, framesPerPair, sampleRate }) {
      secondsPerPair = framesPerPair / sampleRate;
      const base = withRoom(levels[0] ?? emptyLevel(0), firstPair + rms.length);
      base.pairs.set(pairs, firstPair * 2);
      base.rms.set(rms, firstPair);
      levels[0] = base;
      for (const value of pairs) loudest = Math.max(loudest, Math.abs(value) / 128);
      for (const value of rms) histogram[value] = (histogram[value] ?? 0) + 1;
      raise(firstPair, firstPair + rms.length);
      for (const listener of listeners) listener();
    },
    onGrow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    columns(start, secondsPerColumn, count, target) {
      if (secondsPerPair === 0) return void target.fill(0, 0, count * 2);
      const { level, seconds } = levelFor(secondsPerColumn);
      for (let column = 0; column < count; column++) {
        const [first, end] = pairsUnder(start + column * secondsPerColumn, secondsPerColumn, seconds, level);
        let low = 0;
        let high = 0;
        for (let pair = first; pair < end; pair++) {
          low = Math.min(low, level.pairs[pair * 2] ?? 0);
          high = Math.max(high, level.pairs[pair * 2 + 1] ?? 0);
        }
        target[column * 2] = low / 128;
        target[column * 2 + 1] = high / 127;
      }
    },
    rmsColumns(start, secondsPerColumn, count, target) {
      if (secondsPerPair === 0) return void target.fill(0, 0, count);
      const { level, seconds } = levelFor(secondsPerColumn);
      for (let column = 0; column < count; column++) {
        const [first, end] = pairsUnder(start + column * secondsPerColumn, secondsPerColumn, seconds, level);
        let power = 0;
        for (let pair = first; pair < end; pair++) power += powerOf(level.rms[pair] ?? 0);
        target[column] = end > first ? Math.sqrt(power / (end - first)) : 0;
      }
    },
  };
}

const emptyLevel = (room: number): Level => ({
  pairs: new Int8Array(room * 2),
  rms: new Uint8Array(room),
  count: 0,
});

/** The level with space for `count` pairs; new pairs are silent. */
function withRoom(level: Level, count: number): Level {
  const wanted = Math.max(level.count, count);
  if (wanted <= level.rms.length) {
    level.count = wanted;
    return level;
  }
  const grown = emptyLevel(Math.max(level.rms.length * 2, wanted));
  grown.pairs.set(level.pairs);
  grown.rms.set(level.rms);
  grown.count = wanted;
  return grown;
}

function pairsUnder(at: number, width: number, seconds: number, level: Level): [number, number] {
  const first = Math.floor(at / seconds + 1e-9);
  const end = Math.max(first + 1, Math.ceil((at + width) / seconds - 1e-9));
  return [Math.max(0, first), Math.min(level.count, end)];
}

/** Mean square 0…1 of a byte. */
const powerOf = (byte: number) => (byte / 255) ** 4;

function gatedPower(histogram: Float64Array, gate: number): number {
  let power = 0;
  let count = 0;
  for (let byte = 1; byte < histogram.length; byte++) {
    if (powerOf(byte) < gate) continue;
    power += powerOf(byte) * (histogram[byte] ?? 0);
    count += histogram[byte] ?? 0;
  }
  return count > 0 ? power / count : 0;
}

function merge(below: Level, level: Level, pair: number): void {
  let low = 127;
  let high = -128;
  let power = 0;
  const first = pair * MERGE;
  const end = Math.min(below.count, first + MERGE);
  for (let under = first; under < end; under++) {
    low = Math.min(low, below.pairs[under * 2] ?? 0);
    high = Math.max(high, below.pairs[under * 2 + 1] ?? 0);
    power += powerOf(below.rms[under] ?? 0);
  }
  level.pairs[pair * 2] = low;
  level.pairs[pair * 2 + 1] = high;
  level.rms[pair] = Math.round(255 * (power / Math.max(1, end - first)) ** 0.25);
}

const EVERY_MS = 250;

/** Calls back at most four times a second, always after the last growth; returns the stop. */
export function onGrowth(pyramid: PeakPyramid, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = pyramid.onGrow(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
