// Promises about data, each proven by counted trials. `npm run test:reliability` reads the counts.
import { expect, test } from 'vitest';

/** What one test of a promise found; several tests of one promise are added up. */
export interface PromiseOutcome {
  /** Name of the promise, as `U1`. */
  id: string;
  n: number;
  passed: number;
  /** The worst measure, or the first failure. */
  worst: string | null;
  /** Of the failures the first twenty, in full. */
  failures: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    promise?: PromiseOutcome;
  }
}

/** Trials of the fast gate, or of the full run (`npm run test:reliability -- --full`). */
export const trialCount = (gate: number, full: number): number =>
  process.env.RELIABILITY === 'full' ? full : gate;

/** Counts trials: a failure is recorded and the rest still run, so that one run shows how many hold. */
export class Trials {
  #n = 0;
  #failures: string[] = [];
  #measure: { value: number; unit: string } | null = null;

  /** One trial; it fails when `work` throws. `name` tells which, with the seed where there is one. */
  async run(name: string, work: () => Promise<void> | void): Promise<void> {
    this.#n++;
    try {
      await work();
    } catch (error) {
      this.#failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Notes a measure of which the largest is reported, as (18.2, 'ms'). */
  measured(value: number, unit: string): void {
    if (!this.#measure || value > this.#measure.value) this.#measure = { value, unit };
  }

  /** All failures, in order. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  outcome(id: string): PromiseOutcome {
    const measure = this.#measure && `${Number(this.#measure.value.toPrecision(3))} ${this.#measure.unit}`;
    return {
      id,
      n: this.#n,
      passed: this.#n - this.#failures.length,
      worst: this.#failures[0]?.split('\n')[0] ?? measure,
      failures: this.#failures.slice(0, 20),
    };
  }
}

/** A test of a promise. It fails when a trial failed, when `prove` throws, and when nothing was tried. */
export function promise(
  id: string,
  claim: string,
  prove: (trials: Trials) => Promise<void>,
  timeoutMs = 120_000,
): void {
  test(
    `${id}: ${claim}`,
    async ({ task }) => {
      const trials = new Trials();
      try {
        await prove(trials);
      } finally {
        task.meta.promise = trials.outcome(id);
      }
      expect(trials.failures, 'failures').toEqual([]);
      expect(trials.outcome(id).n, 'trials').toBeGreaterThan(0);
    },
    timeoutMs,
  );
}
