// The generator's only source of chance: a seeded PRNG, so every machine makes the same audio.

/** Mulberry32 (32-bit state, period 2^32). Not for secrets. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Uniform in [−1, 1): one sample of white noise. */
  bipolar(): number {
    return this.next() * 2 - 1;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Log-uniform in [low, high): equal chance per octave. */
  pitch(lowHz: number, highHz: number): number {
    return lowHz * (highHz / lowHz) ** this.next();
  }

  /** Exponential with mean 1, capped at 6: gaps and sizes of natural events. */
  exponential(): number {
    return Math.min(6, -Math.log(1 - this.next()));
  }

  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}
