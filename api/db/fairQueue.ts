// A queue of work for a few places, taken from the callers in turn: a caller with much work waits for their own work,
// and other callers do not wait for them.

interface Waiting {
  caller: string;
  start(): void;
}

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
  /** In order of arrival within one caller; callers in the order of their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
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
  async run<T>(caller: string, work: () => Promise<T>, full: (ofCaller: boolean) => Error): Promise<T> {
    const own = this.#waiting.get(caller) ?? [];
    if (own.length >= this.#limits.waitingPerCaller) throw full(true);
    if (this.#inAll >= this.#limits.waitingInAll) throw full(false);
    await new Promise<void>((start) => {
      own.push({ caller, start });
      this.#waiting.set(caller, own);
      this.#inAll++;
      this.#startNext();
    });
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

  #startNext(): void {
    for (const [caller, list] of this.#waiting) {
      if (this.#taken >= this.#limits.places) return;
      const held = this.#held.get(caller) ?? 0;
      const next = held < this.#limits.perCaller ? list.shift() : undefined;
      if (!next) continue;
      this.#inAll--;
      this.#taken++;
      this.#held.set(caller, held + 1);
      // Behind everybody else, for the next turn.
      this.#waiting.delete(caller);
      if (list.length > 0) this.#waiting.set(caller, list);
      next.start();
    }
  }
}
