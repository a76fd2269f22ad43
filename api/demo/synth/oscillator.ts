// Wavetable oscillators: a few harmonics in one cycle, read with linear interpolation.
import { SAMPLE_RATE } from './clock.ts';

const TABLE_SIZE = 4096;

/** One cycle holding `amplitudes[i]` of harmonic i + 1, scaled to a peak of 1; one guard point. */
function wavetable(amplitudes: readonly number[]): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  let peak = 0;
  for (let i = 0; i <= TABLE_SIZE; i++) {
    let value = 0;
    amplitudes.forEach((amplitude, index) => {
      value += amplitude * Math.sin((2 * Math.PI * (index + 1) * i) / TABLE_SIZE);
    });
    table[i] = value;
    peak = Math.max(peak, Math.abs(value));
  }
  for (let i = 0; i <= TABLE_SIZE; i++) table[i] = (table[i] as number) / peak;
  return table;
}

/** A pure tone. */
export const SINE = wavetable([1]);
/** A round, dark saw: twelve harmonics falling faster than a saw's. */
export const SOFT_SAW = wavetable(Array.from({ length: 12 }, (_, i) => 1 / (i + 1) ** 1.5));

/** Value of `table` at `phase` cycles (0 ≤ phase < 1). */
export function lookUp(table: Float32Array, phase: number): number {
  const position = phase * TABLE_SIZE;
  const index = position | 0;
  const a = table[index] as number;
  return a + ((table[index + 1] as number) - a) * (position - index);
}

/** A running oscillator. */
export class Oscillator {
  private table: Float32Array;
  private phase: number;

  /** `phase` in cycles. */
  constructor(table: Float32Array, phase = 0) {
    this.table = table;
    this.phase = phase - Math.floor(phase);
  }

  /** The next sample at `frequencyHz` (0 … half the sample rate). */
  step(frequencyHz: number): number {
    const value = lookUp(this.table, this.phase);
    this.phase += frequencyHz / SAMPLE_RATE;
    if (this.phase >= 1) this.phase -= 1;
    return value;
  }
}
