// The open event streams, and how each receives events.
import { setTimeout as pause } from 'node:timers/promises';
import type { Hint } from './changes.ts';
import type { EventRow } from './queries.ts';

/** Readers that receive a hint before a pause: each of them reads the changed rows at once. */
const READERS_AT_ONCE = 100;
const PAUSE_MS = 100;
/** Failed checks of a reader's session, in a row, that may delay the other readers. */
const FAILED_CHECKS_MAX = 5;

export interface Reader {
  /** Null for a visitor without a session. */
  accountId: string | null;
  /** Also receives events for moderators. */
  moderates: boolean;
  /** Whether its session is still open, with the same rights. */
  isAlive(): Promise<boolean>;
  /** Must not throw. Events outside the log have no `id`. */
  send(event: { id?: number; type: string; data_json: string }): void;
  /** Must not throw. Called once: the reader misses nothing that is committed from now on. */
  open(): void;
  /** Must not throw. The reader's first position in the log; it resumes there if it is cut off before its first event. */
  begin(id: number): void;
  beat(): void;
  /** Ends the connection. */
  end(): void;
}

const isFor = (reader: Reader, event: EventRow) =>
  event.account_id === null ? reader.moderates : event.account_id === reader.accountId;

/** The open connections. */
export class Readers {
  readonly #open = new Set<Reader>();
  #timers: NodeJS.Timeout[] = [];
  /** Failed session checks in a row. */
  readonly #failedChecks = new WeakMap<Reader, number>();

  get size(): number {
    return this.#open.size;
  }

  /** `regularly`: tasks and their interval (ms), which run while at least one reader is open. */
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

  /**
   * Sends each reader its part of `news`. Rejects without sending if the database cannot check the sessions. Calls `begun`
   * just before sending; readers that join until then are included.
   */
  async deliverAll(news: readonly EventRow[], begun: () => void): Promise<void> {
    const checked = new Map<Reader, boolean>();
    for (;;) {
      const joined = this.#concerned(news).filter((reader) => !checked.has(reader));
      if (joined.length === 0) break;
      for (const reader of joined) checked.set(reader, await this.#isAlive(reader));
    }
    begun();
    for (const reader of this.#concerned(news)) {
      if (checked.get(reader)) this.#send(reader, news);
      else this.#dismiss(reader);
    }
  }

  /** Accounts with an open stream. */
  accounts(): string[] {
    return [...new Set([...this.#open].flatMap(({ accountId }) => accountId ?? []))];
  }

  /** Whether the account has an open stream. */
  hasAccount(accountId: string): boolean {
    for (const reader of this.#open) if (reader.accountId === accountId) return true;
    return false;
  }

  /** Sends hints without a session check: their content needs none. */
  async hint(hintsFor: (reader: Reader) => readonly Hint[]): Promise<void> {
    let sent = 0;
    for (const reader of [...this.#open]) {
      for (const each of hintsFor(reader)) reader.send(each);
      if (++sent % READERS_AT_ONCE === 0) await pause(PAUSE_MS);
    }
  }

  /** Rejects without sending if the database cannot check the session. */
  async deliver(reader: Reader, news: readonly EventRow[]): Promise<void> {
    if (await reader.isAlive()) this.#send(reader, news);
    else this.#dismiss(reader);
  }

  /** Sends a heartbeat to readers with an open session and disconnects the others. */
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

  /** After too many failed checks the reader is disconnected; it reconnects and finds what it missed in the log. */
  async #isAlive(reader: Reader): Promise<boolean> {
    try {
      const isAlive = await reader.isAlive();
      this.#failedChecks.delete(reader);
      return isAlive;
    } catch (error) {
      const failures = (this.#failedChecks.get(reader) ?? 0) + 1;
      this.#failedChecks.set(reader, failures);
      if (failures < FAILED_CHECKS_MAX) throw error;
      return false;
    }
  }

  #concerned(news: readonly EventRow[]): Reader[] {
    const accounts = new Set(news.map((event) => event.account_id));
    return [...this.#open].filter(
      ({ accountId, moderates }) => accounts.has(accountId) || (moderates && accounts.has(null)),
    );
  }

  #send(reader: Reader, news: readonly EventRow[]): void {
    const own = news.filter((event) => isFor(reader, event));
    // The queue is read again once, however many of its changes are in `news`.
    const lastOfQueue = own.findLast(({ type }) => type === 'queueChanged');
    for (const event of own) {
      if (event.type === 'sessionEnded') continue;
      if (event.type !== 'queueChanged' || event === lastOfQueue) reader.send(event);
    }
  }

  #dismiss(reader: Reader): void {
    this.leave(reader);
    reader.end();
  }
}
