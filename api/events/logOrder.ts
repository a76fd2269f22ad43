// Handles gaps in the numbers of events on PostgreSQL: a transaction was rolled back or is not committed yet. Readers wait at a gap
// until all transactions have ended that were running when it was seen, so that they miss no late event.
import type { EventRow, Horizon } from './queries.ts';

export class LogOrder {
  /** The missing number and, from the second read on, the first transaction that began after the first read. */
  #gap: { id: number; next: number | null } | null = null;

  /**
   * The rows that can be sent. `rows` come after `position` and were read after `horizon`; null if the database leaves no
   * gaps.
   */
  settled(rows: readonly EventRow[], position: number, horizon: Horizon | null): EventRow[] {
    if (!horizon) return [...rows];
    const sendable: EventRow[] = [];
    let expected = position + 1;
    for (const row of rows) {
      if (row.id !== expected && !this.#isOver(expected, horizon)) break;
      sendable.push(row);
      expected = row.id + 1;
    }
    return sendable;
  }

  #isOver(id: number, { oldest, next }: Horizon): boolean {
    if (this.#gap?.id !== id) {
      this.#gap = { id, next: null };
      return false;
    }
    // The transaction with the missing number began before its successor was seen, so before `next`.
    // After a failover the numbers may continue from a smaller one.
    this.#gap.next = Math.min(this.#gap.next ?? next, next);
    return oldest >= this.#gap.next;
  }
}
