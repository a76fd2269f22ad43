// Things that are struck and ring: sums of decaying sinusoids, each a damped rotating phasor.
import { decayFactor, frames, SAMPLE_RATE } from './clock.ts';

/** One partial of a struck thing. */
export interface Partial {
  hz: number;
  amplitude: number;
  /** Time constant of the decay in seconds. */
  decay: number;
  /** Time constant of the attack in seconds; keeps the onset free of clicks. */
  attack?: number;
}

interface Phasor {
  re: number;
  im: number;
  cos: number;
  sin: number;
  rise: number;
  fall: number;
  left: number;
  right: number;
  /** Frames until the phasor starts. */
  wait: number;
  /** Frames it still sounds (to −78 dB of its start). */
  life: number;
}

/** A bank of ringing partials that adds itself to stereo blocks. */
export class Ringing {
  private phasors: Phasor[] = [];

  /** Strikes `partials` after `waitFrames`. `pan` is −1 left … 1 right, equal power. */
  strike(partials: readonly Partial[], gain: number, pan: number, waitFrames: number): void {
    const angle = ((pan + 1) * Math.PI) / 4;
    for (const partial of partials) {
      if (partial.hz >= SAMPLE_RATE * 0.45) continue;
      const r = decayFactor(partial.decay);
      const w = (2 * Math.PI * partial.hz) / SAMPLE_RATE;
      const level = gain * partial.amplitude;
      this.phasors.push({
        re: 1,
        im: 0,
        cos: r * Math.cos(w),
        sin: r * Math.sin(w),
        rise: 1,
        fall: decayFactor(partial.attack ?? 0.0006),
        left: level * Math.cos(angle),
        right: level * Math.sin(angle),
        wait: waitFrames,
        life: frames(partial.decay * 9),
      });
    }
  }

  /** Adds the next `count` frames. */
  add(left: Float32Array, right: Float32Array, count: number): void {
    for (const p of this.phasors) {
      if (p.wait >= count) {
        p.wait -= count;
        continue;
      }
      const from = p.wait;
      p.wait = 0;
      let { re, im, rise } = p;
      const { cos, sin, fall, left: toLeft, right: toRight } = p;
      let i = from;
      // The attack ends at −120 dB: left alone, `rise` would sink into slow subnormal numbers.
      for (; i < count && rise > 1e-6; i++) {
        const next = re * cos - im * sin;
        im = re * sin + im * cos;
        re = next;
        rise *= fall;
        const value = im * (1 - rise);
        left[i] = (left[i] as number) + value * toLeft;
        right[i] = (right[i] as number) + value * toRight;
      }
      for (; i < count; i++) {
        const next = re * cos - im * sin;
        im = re * sin + im * cos;
        re = next;
        left[i] = (left[i] as number) + im * toLeft;
        right[i] = (right[i] as number) + im * toRight;
      }
      p.re = re;
      p.im = im;
      p.rise = rise;
      p.life -= count - from;
    }
    this.phasors = this.phasors.filter((p) => p.life > 0);
  }
}
