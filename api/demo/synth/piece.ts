// What a piece of demo audio is, and how it becomes blocks of samples.
import { BLOCK_FRAMES, decayFactor, frames, SAMPLE_RATE } from './clock.ts';
import { smooth } from './curve.ts';
import { Random } from './random.ts';

/** Adds the next `count` frames, starting at `time` seconds, to two blocks that hold zeros. */
export type Writer = (left: Float32Array, right: Float32Array, count: number, time: number) => void;

export interface Piece {
  /** Seed of everything random in it. */
  seed: number;
  /** Exact length. */
  seconds: number;
  /** 1 folds the two blocks of the writer to mono. */
  channels: 1 | 2;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** Makes the piece −20 LUFS (EBU R128); measured by tests/api/demo/seed.long.test.ts. */
  gainDb: number;
  /** Sets the instruments up; `seconds` is the length to fill. */
  compose(random: Random, seconds: number): Writer;
}

/** Linear up to `KNEE`, then bends towards ±`CEILING`: rare peaks soften instead of clipping. */
const KNEE = 0.6;
const CEILING = 0.85;

function bend(value: number): number {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  const over = (size - KNEE) / (CEILING - KNEE);
  return Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh(over));
}

/**
 * Renders a piece as planar blocks (44.1 kHz, ±1). The arrays are refilled by the next step:
 * copy what must last. Costs about 0.3 µs a frame and a few hundred kB.
 */
export function* render(piece: Piece): Generator<Float32Array[], void, void> {
  const write = piece.compose(new Random(piece.seed), piece.seconds);
  const total = frames(piece.seconds);
  const left = new Float32Array(BLOCK_FRAMES);
  const right = new Float32Array(BLOCK_FRAMES);
  const gain = 10 ** (piece.gainDb / 20);
  const fadeIn = frames(piece.fadeInSeconds);
  const fadeOut = frames(piece.fadeOutSeconds);
  // One-pole high-pass near 16 Hz: removes offsets the noise sources leave.
  const hold = decayFactor(0.01);
  let offsetLeft = 0;
  let offsetRight = 0;
  for (let start = 0; start < total; start += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, total - start);
    left.fill(0);
    right.fill(0);
    write(left, right, count, start / SAMPLE_RATE);
    for (let i = 0; i < count; i++) {
      let l = left[i] as number;
      let r = right[i] as number;
      offsetLeft = l + (offsetLeft - l) * hold;
      offsetRight = r + (offsetRight - r) * hold;
      const frame = start + i;
      let level = gain;
      if (frame < fadeIn) level *= smooth(frame / fadeIn);
      if (total - 1 - frame < fadeOut) level *= smooth((total - 1 - frame) / fadeOut);
      l = (l - offsetLeft) * level;
      r = (r - offsetRight) * level;
      if (piece.channels === 1) {
        left[i] = bend((l + r) * Math.SQRT1_2);
      } else {
        left[i] = bend(l);
        right[i] = bend(r);
      }
    }
    const channels = piece.channels === 1 ? [left] : [left, right];
    yield channels.map((channel) => channel.subarray(0, count));
  }
}
