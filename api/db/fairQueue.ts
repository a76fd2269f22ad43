// A fair queue for a few places: callers take turns, so a caller with much work delays only itself. Requests that have already
// started come first: of twenty requests with five queries each, the first is answered early instead of all at the end.

/** One request and its queries. */
export interface Turn {
  readonly caller: string;
  /** Whether one of its queries has started. */
  hasBegun: boolean;
}

export const turnOf = (caller: string): Turn => ({ caller, hasBegun: false });

/** Waiting items by caller, in order of arrival; callers in order of their turn. */
type Line = Map<string, (() => void)[]>;

export interface FairQueueLimits {
  /** Places in all. */
  places: number;
  /** Most places of one caller at a time. */
  perCaller: number;
  /** Most waiting items of one caller, and of all callers. */
  waitingPerCaller: number;
  waitingInAll: number;
}

export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Items of requests that have started, and of new requests. */
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
   * Runs `work` when it is the caller's turn. Throws `full(true)` when too much of the caller waits, `full(false)` when too much
   * waits in all.
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
      // Goes to the end of the line.
      line.delete(caller);
      if (rest.length > 0) line.set(caller, rest);
      next();
    }
  }
}
