// A room: eight delay lines feeding back through a Hadamard matrix, damped, fed through diffusers.
import { SAMPLE_RATE } from './clock.ts';

/** Line lengths in frames at size 1: mutually prime, 28 … 74 ms. */
const LENGTHS = [1237, 1471, 1693, 1951, 2203, 2503, 2837, 3253];
const DIFFUSERS = [113, 337, 149, 397];

class Allpass {
  private buffer: Float32Array;
  private index = 0;

  constructor(length: number) {
    this.buffer = new Float32Array(length);
  }

  step(input: number): number {
    const delayed = this.buffer[this.index] as number;
    const fed = input + delayed * 0.6;
    this.buffer[this.index] = fed;
    this.index = this.index + 1 === this.buffer.length ? 0 : this.index + 1;
    return delayed - fed * 0.6;
  }
}

export interface RoomOptions {
  /** Seconds to −60 dB. */
  decay: number;
  /** Scales the delays: 0.4 a closet, 1 a room, 1.8 a hall. */
  size: number;
  /** 0 bright … 0.9 dark. */
  damping: number;
}

/** A stereo reverberator. */
export class Room {
  private lines: Float32Array[];
  private at: Int32Array = new Int32Array(8);
  private gains: Float64Array = new Float64Array(8);
  private lows: Float64Array = new Float64Array(8);
  private taps: Float64Array = new Float64Array(8);
  private damping: number;
  private diffuse: [Allpass, Allpass, Allpass, Allpass];

  constructor(options: RoomOptions) {
    this.lines = LENGTHS.map((length) => new Float32Array(Math.max(64, Math.round(length * options.size))));
    this.lines.forEach((line, i) => {
      this.gains[i] = 10 ** ((-3 * line.length) / SAMPLE_RATE / options.decay) / Math.sqrt(8);
    });
    this.damping = options.damping;
    const [a, b, c, d] = DIFFUSERS as [number, number, number, number];
    this.diffuse = [new Allpass(a), new Allpass(b), new Allpass(c), new Allpass(d)];
  }

  /** Adds `wet` × the room's answer to the first `count` frames, in place. */
  add(left: Float32Array, right: Float32Array, count: number, wet: number): void {
    const { lines, at, gains, lows, taps, damping } = this;
    const [d0, d1, d2, d3] = this.diffuse;
    for (let n = 0; n < count; n++) {
      const inL = d1.step(d0.step(left[n] as number));
      const inR = d3.step(d2.step(right[n] as number));
      for (let i = 0; i < 8; i++) {
        const read = (lines[i] as Float32Array)[at[i] as number] as number;
        const low = (lows[i] as number) + (read - (lows[i] as number)) * (1 - damping);
        lows[i] = low;
        taps[i] = low;
      }
      const t0 = taps[0] as number;
      const t1 = taps[1] as number;
      const t2 = taps[2] as number;
      const t3 = taps[3] as number;
      const t4 = taps[4] as number;
      const t5 = taps[5] as number;
      const t6 = taps[6] as number;
      const t7 = taps[7] as number;
      left[n] = (left[n] as number) + wet * (t0 - t2 + t4 - t6);
      right[n] = (right[n] as number) + wet * (t1 - t3 + t5 - t7);
      // Fast Walsh–Hadamard transform of the eight taps.
      const a0 = t0 + t1;
      const a1 = t0 - t1;
      const a2 = t2 + t3;
      const a3 = t2 - t3;
      const a4 = t4 + t5;
      const a5 = t4 - t5;
      const a6 = t6 + t7;
      const a7 = t6 - t7;
      const b0 = a0 + a2;
      const b1 = a1 + a3;
      const b2 = a0 - a2;
      const b3 = a1 - a3;
      const b4 = a4 + a6;
      const b5 = a5 + a7;
      const b6 = a4 - a6;
      const b7 = a5 - a7;
      this.write(0, inL + (b0 + b4) * (gains[0] as number));
      this.write(1, inR + (b1 + b5) * (gains[1] as number));
      this.write(2, inL + (b2 + b6) * (gains[2] as number));
      this.write(3, inR + (b3 + b7) * (gains[3] as number));
      this.write(4, inL + (b0 - b4) * (gains[4] as number));
      this.write(5, inR + (b1 - b5) * (gains[5] as number));
      this.write(6, inL + (b2 - b6) * (gains[6] as number));
      this.write(7, inR + (b3 - b7) * (gains[7] as number));
    }
  }

  private write(line: number, value: number): void {
    const buffer = this.lines[line] as Float32Array;
    const index = this.at[line] as number;
    buffer[index] = value;
    this.at[line] = index + 1 === buffer.length ? 0 : index + 1;
  }
}
