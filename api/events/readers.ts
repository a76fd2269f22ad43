// Who listens to events, and how one of them is told.
import type { EventRow } from './queries.ts';

export interface Reader {
  accountId: string;
  /** Also hears what is for moderators. */
  moderates: boolean;
  /** Whether the session behind it is still open, with the same rights. */
  isAlive(): Promise<boolean>;
  /** Must not throw. */
  send(event: Pick<EventRow, 'id' | 'type' | 'data_json'>): void;
  /** Must not throw. Where in the log the reader begins: one that is lost before its first event comes back to here. */
  begin(id: number): void;
  beat(): void;
  /** Ends the connection. */
  end(): void;
}

const isFor = (reader: Reader, event: EventRow) =>
  event.account_id === null ? reader.moderates : event.account_id === reader.accountId;

/** The connections that are open. */
export class Readers {
  readonly #open = new Set<Reader>();
  #timers: NodeJS.Timeout[] = [];

  get size(): number {
    return this.#open.size;
  }

  /** `regularly` start with the first reader and end with the last: a task and its interval in milliseconds. */
  add(reader: Reader, regularly: readonly [task: () => void, everyMs: number][]): void {
    this.#open.add(reader);
    if (this.#timers.length > 0) return;
    this.#timers = regularly.map(([task, everyMs]) => setInterval(task, everyMs));
    for (const timer of this.#timers) timer.unref();
  }

  leave(reader: Reader): void {
    this.#open.delete(reader);
    if (this.#open.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Tells everybody what of `news` is for them. */
  async tellAll(news: readonly EventRow[]): Promise<void> {
    for (const reader of [...this.#open]) {
      const own = news.filter((event) => isFor(reader, event));
      if (own.length > 0) await this.tell(reader, own);
    }
  }

  async tell(reader: Reader, news: readonly EventRow[]): Promise<void> {
    // One that cannot be asked about is sent away too: it comes back, and what it missed is still in the log.
    if (!(await reader.isAlive().catch(() => false))) return this.#dismiss(reader);

    // A hundred changes of the queue are one reason to look at it.
    const lastOfQueue = news.findLast(({ type }) => type === 'queueChanged');
    for (const event of news) {
      if (event.type === 'sessionEnded') continue;
      if (event.type !== 'queueChanged' || event === lastOfQueue) reader.send(event);
    }
  }

  /** A line for everybody whose session is open; the others are sent away. */
  async beat(): Promise<void> {
    for (const reader of [...this.#open]) {
      const isAlive = await reader.isAlive().catch(() => true);
      if (isAlive) reader.beat();
      else this.#dismiss(reader);
    }
  }

  dismissAll(): void {
    for (const reader of [...this.#open]) this.#dismiss(reader);
  }

  #dismiss(reader: Reader): void {
    this.leave(reader);
    reader.end();
  }
}
