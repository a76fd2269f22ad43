// Envelopes as pure functions of time in seconds.

/** Raised cosine from 0 at `x` ≤ 0 to 1 at `x` ≥ 1. */
export function smooth(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return 0.5 - 0.5 * Math.cos(Math.PI * x);
}

/** Rises over `rise`, holds, falls over `fall`, and is 0 outside 0 … `length`. */
export function swell(time: number, length: number, rise: number, fall: number): number {
  return smooth(time / rise) * smooth((length - time) / fall);
}

/** Straight line through `points` [time, value], held at both ends; times ascend. */
export function through(points: readonly (readonly [number, number])[], time: number): number {
  const [first] = points;
  if (first === undefined || time <= first[0]) return first?.[1] ?? 0;
  for (let i = 1; i < points.length; i++) {
    const [t1, v1] = points[i] as readonly [number, number];
    const [t0, v0] = points[i - 1] as readonly [number, number];
    if (time < t1) return v0 + ((v1 - v0) * (time - t0)) / (t1 - t0);
  }
  return (points.at(-1) as readonly [number, number])[1];
}

/** Carries a value set once per block to each of its frames in a straight line. */
export class Glide {
  private value: number;
  private slope = 0;

  constructor(value: number) {
    this.value = value;
  }

  /** Aims at `target`, to be reached after `count` steps. */
  aim(target: number, count: number): void {
    this.slope = (target - this.value) / count;
  }

  step(): number {
    this.value += this.slope;
    return this.value;
  }
}
