// Breathing close to the ear: noise through the resonances of a throat, in slow cycles that deepen and calm.
import { Glide, smooth, through } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';

interface Breath {
  start: number;
  inhale: number;
  hold: number;
  exhale: number;
  strength: number;
  pan: number;
}

/** Seconds per cycle over the piece: calm, quicker, calm again. */
const PACE: readonly (readonly [number, number])[] = [
  [0, 5.6],
  [0.35, 4.4],
  [0.65, 3.1],
  [0.8, 4.2],
  [1, 6],
];

function breaths(random: Random, seconds: number): Breath[] {
  const list: Breath[] = [];
  let start = 0.6;
  while (start < seconds) {
    const cycle = through(PACE, start / seconds) * random.between(0.94, 1.06);
    list.push({
      start,
      inhale: cycle * 0.36,
      hold: cycle * 0.05,
      exhale: cycle * 0.44,
      strength: random.between(0.85, 1.1) * (1.25 - 0.1 * cycle),
      pan: random.between(-0.25, 0.25),
    });
    start += cycle;
  }
  return list;
}

export const breath: Piece = {
  seed: 1202,
  seconds: 44,
  channels: 2,
  fadeInSeconds: 0.5,
  fadeOutSeconds: 3,
  gainDb: 2.3,
  compose(random, seconds) {
    const list = breaths(random, seconds);
    const air = new Pink(random);
    const airier = new Pink(random);
    const formants = [new Svf(600, 3), new Svf(1300, 4), new Svf(2700, 4)] as const;
    const sigh = new Svf(5200, 0.7);
    const warmth = new OnePole(260);
    const level = new Glide(0);
    const bright = new Glide(0);
    const room = new Room({ decay: 0.45, size: 0.35, damping: 0.55 });
    let pan = 0;
    let at = 0;
    return (left, right, count, time) => {
      while (at + 1 < list.length && (list[at + 1] as Breath).start <= time) at += 1;
      const now = list[at] as Breath;
      const since = time - now.start;
      const out = since - now.inhale - now.hold;
      let target = 0;
      let brightness = 0;
      if (since >= 0 && since < now.inhale) {
        const x = since / now.inhale;
        target = smooth(x / 0.55) * smooth((1 - x) / 0.3) * 0.62;
        brightness = 0.9 - 0.2 * x;
        formants[0].tune(720 + 160 * x, 2.2);
        formants[1].tune(1650 + 500 * x, 3.2);
        formants[2].tune(3050 + 350 * x, 4);
      } else if (out >= 0 && out < now.exhale) {
        const x = out / now.exhale;
        target = smooth(x / 0.16) * (1 - smooth((x - 0.12) / 0.88)) * 1.05;
        brightness = 0.5 * (1 - x);
        formants[0].tune(620 - 130 * x, 2.4);
        formants[1].tune(1220 - 220 * x, 3);
        formants[2].tune(2500 - 200 * x, 3.4);
      }
      level.aim(target * now.strength, count);
      bright.aim(brightness, count);
      pan += (now.pan - pan) * 0.03;
      for (let i = 0; i < count; i++) {
        const noise = air.step();
        formants[0].step(noise);
        formants[1].step(noise);
        formants[2].step(noise);
        sigh.step(airier.step());
        const gate = level.step();
        const tone =
          formants[0].band * 0.75 +
          formants[1].band * 0.85 +
          formants[2].band * 0.5 +
          warmth.step(noise) * 0.5 +
          sigh.band * 0.3 * bright.step();
        const value = tone * gate * 0.6;
        left[i] = value * (1 - pan);
        right[i] = value * (1 + pan);
      }
      room.add(left, right, count, 0.14);
    };
  },
};
