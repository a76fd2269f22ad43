// How a remote store does: counted for /metrics, and known before the next caller waits for it in vain.

/** After so many failures in a row it counts as down: each caller tries once, and shortly. */
const FAILURES_MEAN_DOWN = 3;

export type Outcome = 'answered' | 'tried_again' | 'failed';

export interface Health {
  isDown(): boolean;
  note(operation: string, outcome: Outcome): void;
  counts(): readonly { operation: string; outcome: Outcome; count: number }[];
}

export function createHealth(): Health {
  const counts = new Map<string, { operation: string; outcome: Outcome; count: number }>();
  let failures = 0;
  return {
    isDown: () => failures >= FAILURES_MEAN_DOWN,
    note: (operation, outcome) => {
      failures = outcome === 'answered' ? 0 : failures + 1;
      const name = `${operation} ${outcome}`;
      const known = counts.get(name) ?? { operation, outcome, count: 0 };
      known.count++;
      counts.set(name, known);
    },
    counts: () => [...counts.values()],
  };
}
