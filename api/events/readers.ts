// Who listens to events, and how one of them is told.
import { setTimeout as pause } from 'node:timers/promises';
import type { Hint } from './changes.ts';
import type { EventRow } from './queries.ts';

/** So many are told without a pause: those who hear of a change read at once. */
const TOLD_AT_ONCE = 100;
const PAUSE_MS = 100;
/** Looks at the log for which a reader may hold up the others because nobody can say whether the session is open. */
const LOOKS_MAX = 5;

export interface Reader {
  /** Null for a visitor without a session. */
  accountId: string | null;
  /** Also hears what is for moderators. */
  moderates: boolean;
  /** Whether the session behind it is still open, with the same rights. */
  isAlive(): Promise<boolean>;
  /** Must not throw. `id` is missing where the log does not know of it. */
  send(event: { id?: number; type: string; data_json: string }): void;
  /** Must not throw. Called once, when nothing that is committed from now on is missed. */
  open(): void;
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
  /** How often in a row nobody could say whether a session is open. */
  readonly #unknown = new WeakMap<Reader, number>();

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

  /**
   * Tells everybody what of `news` is for them. Rejects, and has told nobody, when the database cannot say whose sessions are
   * open. `begun` is called in the turn in which they are told: who joins before it is among them.
   */
  async tellAll(news: readonly EventRow[], begun: () => void): Promise<void> {
    const asked = new Map<Reader, boolean>();
    for (;;) {
      const joined = this.#concerned(news).filter((reader) => !asked.has(reader));
      if (joined.length === 0) break;
      for (const reader of joined) asked.set(reader, await this.#isAlive(reader));
    }
    begun();
    for (const reader of this.#concerned(news)) {
      if (asked.get(reader)) this.#send(reader, news);
      else this.#dismiss(reader);
    }
  }

  /** The accounts that listen. */
  accounts(): string[] {
    return [...new Set([...this.#open].flatMap(({ accountId }) => accountId ?? []))];
  }

  /** Whether the account listens on a device. */
  hasAccount(accountId: string): boolean {
    for (const reader of this.#open) if (reader.accountId === accountId) return true;
    return false;
  }

  /** Sends hints; they hold nothing that depends on whether a session is still open. */
  async hint(hintsFor: (reader: Reader) => readonly Hint[]): Promise<void> {
    let told = 0;
    for (const reader of [...this.#open]) {
      for (const each of hintsFor(reader)) reader.send(each);
      if (++told % TOLD_AT_ONCE === 0) await pause(PAUSE_MS);
    }
  }

  /** Rejects, and has told nothing, when the database cannot say whether the session is open. */
  async tell(reader: Reader, news: readonly EventRow[]): Promise<void> {
    if (await reader.isAlive()) this.#send(reader, news);
    else this.#dismiss(reader);
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

  /** One that still cannot be asked about is sent away: it comes back, and what it missed is in the log. */
  async #isAlive(reader: Reader): Promise<boolean> {
    try {
      const isAlive = await reader.isAlive();
      this.#unknown.delete(reader);
      return isAlive;
    } catch (error) {
      const looks = (this.#unknown.get(reader) ?? 0) + 1;
      this.#unknown.set(reader, looks);
      if (looks < LOOKS_MAX) throw error;
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
    // A hundred changes of the queue are one reason to look at it.
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
