// A balcony on a summer night: wind chimes that answer the breeze, crickets below.
import { BLOCK_FRAMES, SAMPLE_RATE } from '../synth/clock.ts';
import { Glide } from '../synth/curve.ts';
import { Svf } from '../synth/filter.ts';
import { Drift, Pink } from '../synth/noise.ts';
import { Oscillator, SINE } from '../synth/oscillator.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

/** Six tubes, A major pentatonic, Hz. */
const TUBES = [440, 493.9, 554.4, 659.3, 740, 880];

function chime(tubes: Ringing, random: Random, index: number, loudness: number, wait: number): void {
  const hz = (TUBES[index] as number) * 1.0;
  const bright = 0.5 + 0.5 * loudness;
  // Bending modes of a free tube: 1, 2.756, 5.404, 8.933.
  tubes.strike(
    [
      { hz, amplitude: 0.8, decay: 2.6, attack: 0.002 },
      { hz: hz * 1.0017, amplitude: 0.3, decay: 2.3, attack: 0.002 },
      { hz: hz * 2.756, amplitude: 0.5 * bright, decay: 1.5 },
      { hz: hz * 5.404, amplitude: 0.22 * bright, decay: 0.5 },
      { hz: hz * 8.933, amplitude: 0.08 * bright, decay: 0.16 },
    ],
    loudness * 0.16,
    (index - 2.5) / 4 + random.between(-0.1, 0.1),
    wait,
  );
}

/** One cricket: bursts of three or four pulses of a high tone. */
class Cricket {
  private tone = new Oscillator(SINE);
  private hz: number;
  private gap: number;
  private pulses: number;
  private level: number;
  private pan: number;
  private clock: number;

  constructor(random: Random, pan: number, level: number) {
    this.hz = random.between(4150, 4700);
    this.gap = random.between(0.52, 0.74);
    this.pulses = random.pick([3, 3, 4]);
    this.level = level;
    this.pan = pan;
    this.clock = random.next() * this.gap;
  }

  add(left: Float32Array, right: Float32Array, count: number, random: Random): void {
    const toLeft = this.level * (1 - this.pan);
    const toRight = this.level * (1 + this.pan);
    for (let i = 0; i < count; i++) {
      this.clock += 1 / SAMPLE_RATE;
      if (this.clock > this.gap) this.clock -= this.gap * random.between(0.97, 1.04);
      const pulse = this.clock / 0.032;
      if (pulse >= this.pulses || pulse < 0) continue;
      const x = pulse - Math.floor(pulse);
      if (x > 0.62) continue;
      const shape = Math.sin((Math.PI * x) / 0.62);
      const value = this.tone.step(this.hz) * shape * shape;
      left[i] = (left[i] as number) + value * toLeft;
      right[i] = (right[i] as number) + value * toRight;
    }
  }
}

export const balcony: Piece = {
  seed: 1808,
  seconds: 54,
  channels: 2,
  fadeInSeconds: 2.5,
  fadeOutSeconds: 5,
  gainDb: 0,
  compose(random) {
    const gust = new Drift(random, 4, SAMPLE_RATE / BLOCK_FRAMES);
    const breeze = [new Pink(random), new Pink(random)] as const;
    const leaves = [new Svf(420, 0.9), new Svf(470, 0.9)] as const;
    const wind = new Glide(0.3);
    const tubes = new Ringing();
    const room = new Room({ decay: 1.6, size: 1.1, damping: 0.4 });
    const crickets = [
      new Cricket(random, -0.7, 0.016),
      new Cricket(random, 0.5, 0.012),
      new Cricket(random, 0.9, 0.008),
    ];
    let nextStrike = 60_000;
    let tube = 2;
    return (left, right, count) => {
      const strength = gust.step();
      wind.aim(0.05 + 0.16 * strength, count);
      leaves[0].tune(340 + 420 * strength, 0.9);
      leaves[1].tune(380 + 390 * strength, 0.9);
      while (nextStrike < count) {
        chime(tubes, random, tube, random.between(0.35, 0.6 + 0.4 * strength), nextStrike | 0);
        // The clapper swings to a neighbour; a gust makes it hurry.
        tube = Math.max(0, Math.min(5, tube + random.pick([-2, -1, -1, 1, 1, 2])));
        const hurry = 0.2 + 1.9 * Math.max(0, 1 - 1.25 * strength);
        nextStrike += SAMPLE_RATE * (0.09 + hurry * random.exponential() * 0.75);
      }
      nextStrike -= count;
      tubes.add(left, right, count);
      for (let i = 0; i < count; i++) {
        const level = wind.step();
        leaves[0].step(breeze[0].step());
        leaves[1].step(breeze[1].step());
        left[i] = (left[i] as number) + leaves[0].band * level;
        right[i] = (right[i] as number) + leaves[1].band * level;
      }
      room.add(left, right, count, 0.16);
      for (const cricket of crickets) cricket.add(left, right, count, random);
    };
  },
};
