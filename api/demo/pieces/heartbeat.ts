// A heart heard through skin: two soft thumps a beat that quicken and settle, over a warm hum.
import { SAMPLE_RATE } from '../synth/clock.ts';
import { Glide, through } from '../synth/curve.ts';
import { OnePole } from '../synth/filter.ts';
import { Brown } from '../synth/noise.ts';
import { lookUp, Oscillator, SINE, SOFT_SAW } from '../synth/oscillator.ts';
import type { Piece } from '../synth/piece.ts';

/** Beats per minute over the piece (0 … 1). */
const RATE: readonly (readonly [number, number])[] = [
  [0, 58],
  [0.3, 62],
  [0.6, 84],
  [0.75, 80],
  [1, 60],
];

/** One thump, `t` seconds old: a falling low tone with enough harmonics for a phone's speaker. */
function thump(t: number, pitch: number): number {
  if (t < 0 || t > 0.42) return 0;
  const rise = (1 - Math.exp(-t / 0.006)) * Math.min(1, (0.42 - t) / 0.1);
  const cycles = pitch * t + 0.9 * (1 - Math.exp(-t / 0.035));
  const low = lookUp(SINE, cycles % 1) * Math.exp(-t / 0.075);
  const middle = lookUp(SINE, (cycles * 2.02) % 1) * Math.exp(-t / 0.05) * 0.62;
  const skin = lookUp(SINE, (cycles * 4.1) % 1) * Math.exp(-t / 0.022) * 0.3;
  return rise * (low + middle + skin);
}

export const heartbeat: Piece = {
  seed: 1404,
  seconds: 40,
  channels: 1,
  fadeInSeconds: 1,
  fadeOutSeconds: 3,
  gainDb: -0.6,
  compose(random, seconds) {
    const flow = new Brown(random);
    const muffle = new OnePole(420);
    const hum = [new Oscillator(SOFT_SAW), new Oscillator(SOFT_SAW, 0.4), new Oscillator(SINE, 0.1)] as const;
    const hush = new OnePole(330);
    const warm = new Glide(0);
    let first = -9;
    let second = -9;
    let next = 0.35;
    return (left, right, count, time) => {
      warm.aim(0.055 + 0.02 * Math.sin(time * 0.4), count);
      for (let i = 0; i < count; i++) {
        const now = time + i / SAMPLE_RATE;
        if (now >= next) {
          first = next;
          const beat = (60 / through(RATE, now / seconds)) * random.between(0.985, 1.015);
          second = first + 0.2 + 0.11 * beat;
          next = first + beat;
        }
        const heart = thump(now - first, 47) + 0.66 * thump(now - second, 56);
        const since = Math.max(0, now - second);
        const pulse = (1 - Math.exp(-since / 0.03)) * Math.exp(-since / 0.2);
        const blood = muffle.step(flow.step()) * (0.1 + 0.2 * pulse);
        const chord = hum[0].step(110) + hum[1].step(164.9) * 0.7 + hum[2].step(220.4) * 0.6;
        const value = 0.48 * heart + blood + hush.step(chord) * warm.step();
        left[i] = value;
        right[i] = value;
      }
    };
  },
};
