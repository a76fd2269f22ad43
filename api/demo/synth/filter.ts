// Filters, one sample per call.
import { SAMPLE_RATE } from './clock.ts';

/** State-variable filter (Zavalishin's trapezoidal form): stable under fast changes of cutoff. */
export class Svf {
  /** Outputs of the last `step`. */
  low = 0;
  band = 0;
  high = 0;
  private g = 0;
  private k = 1;
  private a1 = 0;
  private ic1 = 0;
  private ic2 = 0;

  /** `q` 0.5 is without resonance; the band output has unit gain at the cutoff. */
  constructor(cutoffHz: number, q: number) {
    this.tune(cutoffHz, q);
  }

  tune(cutoffHz: number, q: number): void {
    this.g = Math.tan((Math.PI * Math.min(cutoffHz, SAMPLE_RATE * 0.45)) / SAMPLE_RATE);
    this.k = 1 / q;
    this.a1 = 1 / (1 + this.g * (this.g + this.k));
  }

  step(input: number): void {
    const v1 = this.a1 * (this.ic1 + this.g * (input - this.ic2));
    const v2 = this.ic2 + this.g * v1;
    this.ic1 = 2 * v1 - this.ic1;
    this.ic2 = 2 * v2 - this.ic2;
    this.low = v2;
    this.band = v1 * this.k;
    this.high = input - this.k * v1 - v2;
  }
}

/** One-pole low-pass, 6 dB per octave. */
export class OnePole {
  private coefficient: number;
  private state = 0;

  constructor(cutoffHz: number) {
    this.coefficient = 1 - Math.exp((-2 * Math.PI * cutoffHz) / SAMPLE_RATE);
  }

  step(input: number): number {
    this.state += (input - this.state) * this.coefficient;
    return this.state;
  }
}
