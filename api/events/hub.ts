// Delivers events. After a commit the pipeline calls `wake`; the hub reads new rows of the log and sends each to its readers.
// While streams are open it also polls every two seconds, because another process may have written. It stores nothing for
// readers that are away. Public changes do not go through the log.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EVENTS_BACKLOG, EVENTS_BEAT_MS, type TrackCounters } from '../contract/events.ts';
import type { Db } from '../db/client.ts';
import { type Batch, type ChangeKind, Changes, type Hint, hint } from './changes.ts';
import { LogOrder } from './logOrder.ts';
import { type EventRow, eventBounds, eventsAfter, eventsFor, horizonOf } from './queries.ts';
import { type Reader, Readers } from './readers.ts';

const POLL_EVERY_MS = 2000;
/** Wait before a gap in the log is checked again. */
const GAP_MS = 50;
/** Most waits of the first reader for open transactions that may hold an earlier number. */
const SETTLING_CHECKS = 20;

export interface EventHub {
  /**
   * Sends the events since `lastEventId` (null: none) and the public changes of the last `awayMs`, then new ones. Returns a
   * function that leaves.
   */
  join(reader: Reader, lastEventId: number | null, awayMs: number): Promise<() => void>;
  /** After a commit. Returns at once. */
  wake(): void;
  /** A publicly visible row changed in a transaction that is not committed yet. */
  note(kind: ChangeKind, id: string): void;
  /** The noted changes are committed. Returns at once. */
  committed(): void;
  /** Changes of other processes may have been missed. Returns at once. */
  missed(): void;
  /** Ends every connection when the process ends. */
  close(): void;
  /** Whether the process is ending and refuses new readers. */
  isClosed(): boolean;
}

/** Queries for pushed counters. */
export interface CounterSource {
  /** Counters of those `trackIds` that a visitor may see. */
  countersOf(trackIds: readonly string[]): Promise<TrackCounters[]>;
  /** Those `accountIds` that may see other comment counts than a visitor. */
  withOwnCounts(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Delivers `news` and calls `begun` just before; rejects if nothing could be delivered. */
type OnNews = (news: readonly EventRow[], begun: () => void) => Promise<void>;

/** Reads the log in order, one read at a time. `onNews` has delivered everything up to `position`. */
class LogFollower {
  readonly #db: Db;
  readonly #onNews: OnNews;
  #reading: Promise<void> | null = null;
  #isAskedAgain = false;
  readonly #order = new LogOrder();
  position = 0;

  constructor(db: Db, onNews: OnNews) {
    this.#db = db;
    this.#onNews = onNews;
  }

  /** Moves to the end of the log once no open transaction can add an earlier row. For the first reader. */
  async goToEnd(): Promise<void> {
    const { last } = await eventBounds(this.#db);
    const began = await horizonOf(this.#db);
    for (let checks = 0; began && checks < SETTLING_CHECKS; checks++) {
      const now = await horizonOf(this.#db);
      if (!now || now.oldest >= began.next) break;
      await pause(GAP_MS);
    }
    this.position = Math.max(this.position, last);
  }

  /** A call during a read makes it read once more. */
  poll(failed: (error: unknown) => void): Promise<void> {
    this.#isAskedAgain = true;
    this.#reading ??= this.#read()
      .catch(failed)
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  /** Open transactions that hold the log up usually end within milliseconds. */
  #pollSoon(): void {
    setTimeout(() => void this.poll(() => {}), GAP_MS).unref();
  }

  async #read(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      for (;;) {
        const horizon = await horizonOf(this.#db);
        const rows = await eventsAfter(this.#db, this.position);
        const news = this.#order.settled(rows, this.position, horizon);
        const last = news.at(-1);
        if (!last) {
          if (rows.length > 0) this.#pollSoon();
          break;
        }
        await this.#onNews(news, () => {
          this.position = last.id;
        });
      }
    } while (this.#isAskedAgain);
  }
}

const readAgain = (ids: readonly string[]) =>
  ids.length > 0 ? [hint('tracksChanged', { trackIds: [...ids], lists: false })] : [];

/**
 * The hints of changed counters for each reader. Accounts that may see other counts than a visitor receive a hint to read
 * the rows again; so do all readers if the counters cannot be read.
 */
async function counterHints(
  counted: readonly string[],
  accountIds: readonly string[],
  source: CounterSource,
  log: Logger,
): Promise<(reader: Reader) => readonly Hint[]> {
  if (counted.length === 0) return () => [];
  try {
    const own = accountIds.length > 0 ? await source.withOwnCounts(accountIds) : new Set();
    const likeVisitors = new Set(accountIds.filter((id) => !own.has(id)));
    const tracks = await source.countersOf(counted);
    const shown = new Set(tracks.map(({ id }) => id));
    const pushed = [
      ...(tracks.length > 0 ? [hint('countersChanged', { tracks })] : []),
      ...readAgain(counted.filter((id) => !shown.has(id))),
    ];
    const read = readAgain(counted);
    // An account that joined during the query also reads the rows again.
    return ({ accountId }) => (accountId === null || likeVisitors.has(accountId) ? pushed : read);
  } catch (error) {
    log.error({ err: error }, 'counters could not be read');
    return () => readAgain(counted);
  }
}

const NEWS_CHANGED = [hint('newsChanged', {})];

export function createEventHub(
  db: Db,
  log: Logger,
  source: CounterSource,
  beatMs = EVENTS_BEAT_MS,
): EventHub {
  const readers = new Readers();
  const follower = new LogFollower(db, (news, begun) => readers.deliverAll(news, begun));
  // One after another, so that a reader never receives older counters after newer ones.
  let hinting = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    hinting = hinting.then(work);
    return hinting;
  };
  const sendToAll = async ({ everyone, counted, news, own }: Batch) => {
    if (readers.size === 0) return;
    const counters = await counterHints(counted, readers.accounts(), source, log);
    await readers.hint((reader) => [
      ...everyone,
      ...counters(reader),
      ...readAgain(own.get(reader.accountId ?? '') ?? []),
      ...(reader.accountId !== null && news.has(reader.accountId) ? NEWS_CHANGED : []),
    ]);
  };
  const sendToOne = async (reader: Reader, { everyone, counted }: Batch) => {
    // An account may have changed its own likes on another device meanwhile.
    const counters =
      reader.accountId === null ? (await counterHints(counted, [], source, log))(reader) : readAgain(counted);
    for (const each of [...everyone, ...counters]) reader.send(each);
  };
  const changes = new Changes((batch) => void inTurn(() => sendToAll(batch)));
  const poll = () => follower.poll((error) => log.error({ err: error }, 'events could not be delivered'));
  const regularly: [() => void, number][] = [
    [() => void poll(), POLL_EVERY_MS],
    [() => void readers.beat(), beatMs],
  ];

  let isClosed = false;
  return {
    join: async (reader, lastEventId, awayMs) => {
      const { accountId } = reader;
      const add = () => readers.add(reader, regularly);
      if (accountId === null) {
        reader.open();
        add();
      } else {
        if (readers.size === 0) await follower.goToEnd();
        else await poll();
        const from = lastEventId ?? follower.position;
        reader.open();
        if (lastEventId === null) reader.begin(from);
        await catchUp(db, readers, follower, { reader, accountId, add }, from);
      }
      const recent = changes.recent(awayMs);
      await inTurn(() => sendToOne(reader, recent));
      return () => readers.leave(reader);
    },
    note: (kind, id) => {
      // Most accounts that like have no other device with an open stream.
      if (kind === 'own' && !readers.hasAccount(id.split(' ')[0] ?? '')) return;
      changes.note(kind, id);
    },
    committed: () => changes.committed(),
    missed: () => changes.missed(),
    wake: () => {
      if (readers.size > 0) void poll();
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      changes.stop();
      readers.dismissAll();
    },
  };
}

/** Sends a reader the events that it missed, then adds it to the others. Each round also reads what came meanwhile. */
async function catchUp(
  db: Db,
  readers: Readers,
  follower: LogFollower,
  { reader, accountId, add }: { reader: Reader; accountId: string; add: () => void },
  from: number,
): Promise<void> {
  const { first, last } = await eventBounds(db);
  let after = from;
  if (after > last || after < first - 1) {
    reader.send({ id: last, type: 'reset', data_json: '{}' });
    after = last;
  }
  while (after < follower.position) {
    const upTo = follower.position;
    const missed = await eventsFor(
      db,
      { accountId, moderates: reader.moderates },
      { after, upTo, limit: EVENTS_BACKLOG + 1 },
    );
    if (missed.length > EVENTS_BACKLOG) reader.send({ id: upTo, type: 'reset', data_json: '{}' });
    else await readers.deliver(reader, missed);
    after = upTo;
  }
  // Synchronously after the last check of the position.
  add();
}
