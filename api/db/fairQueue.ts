// Work that waits for one of a few places, taken in turn from those who asked: who asks for much waits for their own
// work, not others for them.

interface Waiting {
  caller: string;
  start(): void;
}

export interface FairQueueLimits {
  /** Places in all. */
  places: number;
  /** Places one caller may hold at a time. */
  perCaller: number;
  /** What one caller, and all together, may have waiting. */
  waitingPerCaller: number;
  waitingInAll: number;
}

export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** First come, first served among the work of one caller; callers in the order of their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #held = new Map<string, number>();
  #taken = 0;
  #inAll = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Work that has no place yet. */
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
