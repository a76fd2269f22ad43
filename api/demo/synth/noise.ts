// Coloured noise, one sample per call, about ±1.
import type { Random } from './random.ts';

/** Pink noise (−3 dB per octave): Paul Kellet's three-pole approximation. */
export class Pink {
  private random: Random;
  private b0 = 0;
  private b1 = 0;
  private b2 = 0;

  constructor(random: Random) {
    this.random = random;
  }

  step(): number {
    const white = this.random.bipolar();
    this.b0 = 0.99765 * this.b0 + white * 0.099046;
    this.b1 = 0.963 * this.b1 + white * 0.2965164;
    this.b2 = 0.57 * this.b2 + white * 1.0526913;
    return (this.b0 + this.b1 + this.b2 + white * 0.1848) * 0.25;
  }
}

/** Brown noise (−6 dB per octave) with a leak that keeps it centred. */
export class Brown {
  private random: Random;
  private level = 0;

  constructor(random: Random) {
    this.random = random;
  }

  step(): number {
    this.level = this.level * 0.996 + this.random.bipolar() * 0.06;
    return this.level;
  }
}

/** A slow random walk between 0 and 1: smoothed targets drawn every `seconds` on average. */
export class Drift {
  private random: Random;
  private coefficient: number;
  private blockGap: number;
  private left = 0;
  private target: number;
  private first: number;
  private second: number;

  /** `stepsPerSecond` is how often `step` is called. */
  constructor(random: Random, seconds: number, stepsPerSecond: number) {
    this.random = random;
    this.blockGap = seconds * stepsPerSecond;
    this.coefficient = 1 - Math.exp(-3 / this.blockGap);
    this.target = random.next();
    this.first = this.target;
    this.second = this.target;
  }

  step(): number {
    if (this.left <= 0) {
      this.target = this.random.next();
      this.left = this.blockGap * this.random.between(0.5, 1.5);
    }
    this.left -= 1;
    this.first += (this.target - this.first) * this.coefficient;
    this.second += (this.first - this.second) * this.coefficient;
    return this.second;
  }
}
