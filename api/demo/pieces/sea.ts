// Waves on a beach at night: each one gathers, breaks, and runs back over the stones as foam.
import { Glide, smooth } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Brown, Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';

interface Wave {
  start: number;
  /** Seconds until it breaks, then until it has run out. */
  gather: number;
  retreat: number;
  size: number;
  pan: number;
}

function waves(random: Random, seconds: number): Wave[] {
  const list: Wave[] = [];
  for (let start = -3; start < seconds; start += random.between(6.2, 9.4)) {
    list.push({
      start,
      gather: random.between(2.8, 4.2),
      retreat: random.between(5.5, 7.5),
      size: random.between(0.6, 1.05),
      pan: random.between(-0.55, 0.55),
    });
  }
  return list;
}

/** One of two noise voices; waves take turns so that a new one never cuts the last. */
class Surf {
  private noise: Pink;
  private spray: Pink;
  private swash: Svf;
  private fizz: Svf;
  private soft = new OnePole(7000);
  private level = new Glide(0);
  private foam = new Glide(0);

  constructor(random: Random) {
    this.noise = new Pink(random);
    this.spray = new Pink(random);
    this.swash = new Svf(400, 0.6);
    this.fizz = new Svf(3200, 0.6);
  }

  add(left: Float32Array, right: Float32Array, count: number, time: number, wave: Wave): void {
    const since = time - wave.start;
    const broken = since - wave.gather;
    const rise = smooth(since / wave.gather);
    const fall = broken < 0 ? 1 : Math.max(0, 1 - broken / wave.retreat);
    const body = rise * rise * fall ** 1.8;
    const foam = smooth((since - wave.gather * 0.45) / 2.6) ** 2 * fall ** 1.3;
    this.level.aim(body * wave.size, count);
    this.foam.aim(foam * wave.size, count);
    this.swash.tune(260 + 2300 * rise ** 3 * fall, 0.6);
    this.fizz.tune(2300 + 2600 * (1 - fall), 0.6);
    const toLeft = 1 - wave.pan * 0.6;
    const toRight = 1 + wave.pan * 0.6;
    for (let i = 0; i < count; i++) {
      const noise = this.noise.step();
      this.swash.step(noise);
      this.fizz.step(this.spray.step());
      const value =
        this.swash.low * this.level.step() * 0.62 + this.soft.step(this.fizz.high) * this.foam.step() * 0.26;
      left[i] = (left[i] as number) + value * toLeft;
      right[i] = (right[i] as number) + value * toRight;
    }
  }
}

export const sea: Piece = {
  seed: 1606,
  seconds: 70,
  channels: 2,
  fadeInSeconds: 3,
  fadeOutSeconds: 5,
  gainDb: -1.8,
  compose(random, seconds) {
    const list = waves(random, seconds);
    const surfs = [new Surf(random), new Surf(random)] as const;
    const far = [new Brown(random), new Brown(random)] as const;
    const dark = [new OnePole(320), new OnePole(320)] as const;
    const hush = [new Svf(900, 0.5), new Svf(1000, 0.5)] as const;
    const drizzle = [new Pink(random), new Pink(random)] as const;
    return (left, right, count, time) => {
      for (let i = 0; i < count; i++) {
        hush[0].step(drizzle[0].step());
        hush[1].step(drizzle[1].step());
        left[i] = dark[0].step(far[0].step()) * 0.22 + hush[0].band * 0.016;
        right[i] = dark[1].step(far[1].step()) * 0.22 + hush[1].band * 0.016;
      }
      list.forEach((wave, index) => {
        if (time < wave.start || time > wave.start + wave.gather + wave.retreat) return;
        surfs[(index % 2) as 0 | 1].add(left, right, count, time, wave);
      });
    };
  },
};
