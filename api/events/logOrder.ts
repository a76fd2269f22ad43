// Where the numbers of events have a gap: taken back, or of a transaction that is not committed yet. Whoever reads on would
// miss what comes late, so the log is followed to the gap until all that was under way when it was seen has ended.
import type { EventRow, Horizon } from './queries.ts';

export class LogOrder {
  /** The number that is missing, and, from the second look on, the first transaction that began after the first look. */
  #gap: { id: number; next: number | null } | null = null;

  /**
   * The rows that can be told: `rows` come after `position` and were read after `horizon`; without one there are no
   * gaps that matter.
   */
  settled(rows: readonly EventRow[], position: number, horizon: Horizon | null): EventRow[] {
    if (!horizon) return [...rows];
    const told: EventRow[] = [];
    let expected = position + 1;
    for (const row of rows) {
      if (row.id !== expected && !this.#isOver(expected, horizon)) break;
      told.push(row);
      expected = row.id + 1;
    }
    return told;
  }

  #isOver(id: number, { oldest, next }: Horizon): boolean {
    if (this.#gap?.id !== id) {
      this.#gap = { id, next: null };
      return false;
    }
    // Whoever took the missing number had a transaction before its successor was seen, so one before `next`.
    // A primary that takes the place of another may count on from a smaller one.
    this.#gap.next = Math.min(this.#gap.next ?? next, next);
    return oldest >= this.#gap.next;
  }
}
