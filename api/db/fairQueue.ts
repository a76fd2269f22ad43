// A queue of work for a few places, taken from the callers in turn: a caller with much work waits for their own work,
// and other callers do not wait for them. What goes on with a request that has begun comes first: of twenty requests with five
// queries each, the first is answered after a few of them and not when all are nearly done.

/** One request: its queries wait in its name. */
export interface Turn {
  readonly caller: string;
  /** Whether a query of it has begun. */
  hasBegun: boolean;
}

export const turnOf = (caller: string): Turn => ({ caller, hasBegun: false });

/** In order of arrival within one caller; callers in the order of their turn. */
type Line = Map<string, (() => void)[]>;

export interface FairQueueLimits {
  /** Places in all. */
  places: number;
  /** Places one caller may hold at a time. */
  perCaller: number;
  /** Largest number of waiting items of one caller, and of all together. */
  waitingPerCaller: number;
  waitingInAll: number;
}

export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** What goes on, and what begins. */
  readonly #lines: readonly [Line, Line] = [new Map(), new Map()];
  readonly #held = new Map<string, number>();
  #taken = 0;
  #inAll = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Number of waiting items. */
  get waiting(): number {
    return this.#inAll;
  }

  /**
   * Runs `work` when it is the caller's turn. Throws what `full` makes when too much waits already: of the caller, or
   * in all.
   */
  async run<T>(turn: Turn, work: () => Promise<T>, full: (ofCaller: boolean) => Error): Promise<T> {
    const { caller, hasBegun } = turn;
    if (this.#waitingOf(caller) >= this.#limits.waitingPerCaller) throw full(true);
    if (this.#inAll >= this.#limits.waitingInAll) throw full(false);
    await new Promise<void>((start) => {
      const line = this.#lines[hasBegun ? 0 : 1];
      line.set(caller, [...(line.get(caller) ?? []), start]);
      this.#inAll++;
      this.#startNext();
    });
    turn.hasBegun = true;
    try {
      return await work();
    } finally {
      this.#taken--;
      const held = (this.#held.get(caller) ?? 1) - 1;
      if (held === 0) this.#held.delete(caller);
      else this.#held.set(caller, held);
      this.#startNext();
    }
  }

  #waitingOf(caller: string): number {
    return this.#lines.reduce((sum, line) => sum + (line.get(caller)?.length ?? 0), 0);
  }

  #startNext(): void {
    for (const line of this.#lines) this.#startOf(line);
  }

  #startOf(line: Line): void {
    for (const [caller, [next, ...rest]] of line) {
      if (this.#taken >= this.#limits.places) return;
      const held = this.#held.get(caller) ?? 0;
      if (!next || held >= this.#limits.perCaller) continue;
      this.#inAll--;
      this.#taken++;
      this.#held.set(caller, held + 1);
      // Behind everybody else, for the next turn.
      line.delete(caller);
      if (rest.length > 0) line.set(caller, rest);
      next();
    }
  }
}
