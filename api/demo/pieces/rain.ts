// Rain on a window: a wide hiss, thousands of small drops on the glass, a few on the sill, far thunder.
import { BLOCK_FRAMES, SAMPLE_RATE } from '../synth/clock.ts';
import { Glide, swell } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Brown, Drift, Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

const DROPS_PER_SECOND = 70;
const SILL_DROPS_PER_SECOND = 1.4;

/** Starts and lengths of the two thunders as parts of the piece. */
const THUNDERS = [
  { at: 0.3, seconds: 9, pan: -0.4 },
  { at: 0.72, seconds: 11, pan: 0.3 },
];

function dropOnGlass(drops: Ringing, random: Random, wait: number): void {
  const hz = random.pitch(1100, 5600);
  const decay = random.between(0.002, 0.009) * (2200 / hz) ** 0.4;
  const size = random.exponential() ** 1.4;
  drops.strike(
    [
      { hz, amplitude: 1, decay, attack: 0.0003 },
      { hz: hz * 1.58, amplitude: 0.4, decay: decay * 0.6, attack: 0.0002 },
    ],
    0.035 * size,
    random.between(-0.9, 0.9),
    wait,
  );
}

function dropOnSill(drops: Ringing, random: Random, wait: number): void {
  const hz = random.pitch(330, 760);
  drops.strike(
    [
      { hz, amplitude: 1, decay: 0.028, attack: 0.001 },
      { hz: hz * 2.41, amplitude: 0.35, decay: 0.012 },
      { hz: hz * 4.7, amplitude: 0.2, decay: 0.005 },
    ],
    random.between(0.05, 0.16),
    random.between(-0.5, 0.6),
    wait,
  );
}

export const rain: Piece = {
  seed: 1101,
  seconds: 58,
  channels: 2,
  fadeInSeconds: 2.5,
  fadeOutSeconds: 4,
  gainDb: 0,
  compose(random, seconds) {
    const hiss = [new Svf(1500, 0.6), new Svf(1500, 0.6)] as const;
    const soft = [new OnePole(6500), new OnePole(6500)] as const;
    const body = [new OnePole(750), new OnePole(750)] as const;
    const pink = [new Pink(random), new Pink(random)] as const;
    const far = new Brown(random);
    const farLow = new Svf(110, 0.6);
    const drift = new Drift(random, 5, SAMPLE_RATE / BLOCK_FRAMES);
    const strength = new Glide(0.8);
    const thunder = new Glide(0);
    const drops = new Ringing();
    const room = new Room({ decay: 0.5, size: 0.45, damping: 0.5 });
    let nextDrop = 0;
    let nextSill = 40_000;
    let thunderPan = 0;
    return (left, right, count, time) => {
      const now = 0.55 + 0.6 * drift.step();
      strength.aim(now, count);
      let thunderLevel = 0;
      for (const { at, seconds: length, pan } of THUNDERS) {
        const since = time - at * seconds;
        const rolls = 0.6 + 0.4 * Math.sin(since * 2.1) * Math.sin(since * 3.7);
        const level = swell(since, length, 1.4, length - 1.6) * rolls;
        if (level > thunderLevel) thunderPan = pan;
        thunderLevel = Math.max(thunderLevel, level);
      }
      thunder.aim(thunderLevel, count);
      for (; nextDrop < count; nextDrop += (SAMPLE_RATE / DROPS_PER_SECOND / now) * random.exponential()) {
        dropOnGlass(drops, random, nextDrop | 0);
      }
      nextDrop -= count;
      for (; nextSill < count; nextSill += (SAMPLE_RATE / SILL_DROPS_PER_SECOND) * random.exponential()) {
        dropOnSill(drops, random, nextSill | 0);
      }
      nextSill -= count;
      drops.add(left, right, count);
      for (let i = 0; i < count; i++) {
        const level = strength.step();
        const pl = pink[0].step();
        const pr = pink[1].step();
        hiss[0].step(pl);
        hiss[1].step(pr);
        farLow.step(far.step());
        const roll = farLow.low * thunder.step() * 2.2;
        left[i] = (left[i] as number) + level * (soft[0].step(hiss[0].high) * 0.16 + body[0].step(pl) * 0.2);
        right[i] =
          (right[i] as number) + level * (soft[1].step(hiss[1].high) * 0.16 + body[1].step(pr) * 0.2);
        left[i] = (left[i] as number) + roll * (1 - thunderPan) * 0.7;
        right[i] = (right[i] as number) + roll * (1 + thunderPan) * 0.7;
      }
      room.add(left, right, count, 0.12);
    };
  },
};
