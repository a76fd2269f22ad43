// Promises about data, each proven by counted trials. `npm run test:reliability` reads the counts.
import { expect, test } from 'vitest';

/** Result of one test of a promise; several tests of one promise are added up. */
export interface PromiseOutcome {
  /** Id of the promise, as `U1`. */
  id: string;
  n: number;
  passed: number;
  /** The worst measure, or the first failure. */
  worst: string | null;
  /** The first twenty failures, in full. */
  failures: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    promise?: PromiseOutcome;
  }
}

/** Number of trials in the fast gate or in the full run (`npm run test:reliability -- --full`). */
export const trialCount = (gate: number, full: number): number =>
  process.env.RELIABILITY === 'full' ? full : gate;

/** Counts trials: records a failure and continues, so that one run shows how many hold. */
export class Trials {
  #n = 0;
  #failures: string[] = [];
  #measure: { value: number; unit: string } | null = null;

  /** One trial; it fails when `work` throws. `name` identifies it, with the seed if there is one. */
  async run(name: string, work: () => Promise<void> | void): Promise<void> {
    this.#n++;
    try {
      await work();
    } catch (error) {
      this.#failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Records a measurement, as (18.2, 'ms'); the largest is reported. */
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

/** Ends a promise that hangs; many times what most need, so that a busy machine fails none. */
const HANGS_MS = 600_000;

/** A test of a promise. It fails when a trial fails, when `prove` throws, or without any trial. */
export function promise(
  id: string,
  claim: string,
  prove: (trials: Trials) => Promise<void>,
  timeoutMs = HANGS_MS,
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
