// Struck objects that ring: sums of decaying sinusoids, each a damped two-term recurrence.
import { BLOCK_FRAMES, decayFactor, frames, SAMPLE_RATE } from './clock.ts';

/** One partial of a struck object. */
export interface Partial {
  hz: number;
  amplitude: number;
  /** Time constant of the decay in seconds. */
  decay: number;
  /** Time constant of the attack in seconds; keeps the onset free of clicks. */
  attack?: number;
}

/** y[n] = a · y[n−1] − b · y[n−2]: a sine of amplitude `level` that starts at 0 and decays. */
interface Tone {
  y1: number;
  y2: number;
  a: number;
  b: number;
  rise: number;
  fall: number;
  /** Frames it still sounds (to −65 dB of its start). */
  life: number;
}

interface Strike {
  tones: Tone[];
  left: number;
  right: number;
  /** Frames until it starts. */
  wait: number;
}

/** Adds `count` frames of a tone to `out` from `from` on. */
function ring(tone: Tone, out: Float32Array, from: number, count: number): void {
  let { y1, y2, rise } = tone;
  const { a, b, fall } = tone;
  let i = from;
  // The attack ends at −120 dB: otherwise `rise` would sink into slow subnormal numbers.
  for (; i < count && rise > 1e-6; i++) {
    const y = a * y1 - b * y2;
    y2 = y1;
    y1 = y;
    rise *= fall;
    out[i] = (out[i] as number) + y * (1 - rise);
  }
  for (; i < count; i++) {
    const y = a * y1 - b * y2;
    y2 = y1;
    y1 = y;
    out[i] = (out[i] as number) + y;
  }
  tone.y1 = y1;
  tone.y2 = y2;
  tone.rise = rise;
  tone.life -= count - from;
}

/** Everything that rings at once; adds itself to stereo blocks of up to `BLOCK_FRAMES`. */
export class Ringing {
  private strikes: Strike[] = [];
  private scratch = new Float32Array(BLOCK_FRAMES);

  /** Strikes `partials` after `waitFrames`. `pan` is −1 left … 1 right, equal power. */
  strike(partials: readonly Partial[], gain: number, pan: number, waitFrames: number): void {
    const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
    const tones = partials
      .filter((partial) => partial.hz < SAMPLE_RATE * 0.45)
      .map((partial): Tone => {
        const r = decayFactor(partial.decay);
        const w = (2 * Math.PI * partial.hz) / SAMPLE_RATE;
        return {
          y1: 0,
          y2: (-gain * partial.amplitude * Math.sin(w)) / r,
          a: 2 * r * Math.cos(w),
          b: r * r,
          rise: 1,
          fall: decayFactor(partial.attack ?? 0.0006),
          life: frames(partial.decay * 7.5),
        };
      });
    this.strikes.push({ tones, left: Math.cos(angle), right: Math.sin(angle), wait: waitFrames });
  }

  /** Adds the next `count` frames. */
  add(left: Float32Array, right: Float32Array, count: number): void {
    const { scratch } = this;
    for (const strike of this.strikes) {
      if (strike.wait >= count) {
        strike.wait -= count;
        continue;
      }
      const from = strike.wait;
      strike.wait = 0;
      scratch.fill(0, from, count);
      for (const tone of strike.tones) ring(tone, scratch, from, count);
      for (let i = from; i < count; i++) {
        const value = scratch[i] as number;
        left[i] = (left[i] as number) + value * strike.left;
        right[i] = (right[i] as number) + value * strike.right;
      }
      if (strike.tones.some((tone) => tone.life <= 0)) {
        strike.tones = strike.tones.filter((tone) => tone.life > 0);
      }
    }
    this.strikes = this.strikes.filter((strike) => strike.tones.length > 0);
  }
}
