// Who is listening, and who is told what. After a commit somebody calls `wake`; the hub reads what is new in the
// log and hands it to the readers it is for. It looks by itself every two seconds while anybody listens: another
// process may have written. Nothing is kept for a reader who is away. What all can see does not go through the log.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EVENTS_BACKLOG, EVENTS_BEAT_MS, type TrackCounters } from '../contract/events.ts';
import type { Db } from '../db/client.ts';
import { type ChangeKind, Changes, type Hint, hint, type Told } from './changes.ts';
import { LogOrder } from './logOrder.ts';
import { type EventRow, eventBounds, eventsAfter, eventsFor, horizonOf } from './queries.ts';
import { type Reader, Readers } from './readers.ts';

const LOOK_EVERY_MS = 2000;
/** Until a gap in the log is looked at again. */
const GAP_MS = 50;
/** The first reader waits at most so often for transactions that may have taken a number already. */
const SETTLING_LOOKS = 20;

export interface EventHub {
  /**
   * Sends what was missed since `lastEventId` (null: nothing) and what all can see of the last `awayMs`, then what
   * happens. Returns the function that leaves.
   */
  join(reader: Reader, lastEventId: number | null, awayMs: number): Promise<() => void>;
  /** Something was committed. Returns at once. */
  wake(): void;
  /** A row that others can see has changed and is about to be committed. */
  note(kind: ChangeKind, id: string): void;
  /** What was noted is committed. Returns at once. */
  committed(): void;
  /** What other processes have changed could not be heard for a while. Returns at once. */
  missed(): void;
  /** Ends every connection; for the end of the process. */
  close(): void;
  /** Whether the process is ending; nobody joins then. */
  isClosed(): boolean;
}

/** Answers what the hub must know to push counters. */
export interface CounterSource {
  /** Of those of `trackIds` that a visitor may see. */
  countersOf(trackIds: readonly string[]): Promise<TrackCounters[]>;
  /** Those of `accountIds` that may see other comment counts than a visitor. */
  withOwnCounts(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Tells of `news`; calls `begun` in the turn in which it does, and rejects when nobody could be told. */
type OnNews = (news: readonly EventRow[], begun: () => void) => Promise<void>;

/** Reads the log in order, one turn at a time; `onNews` has told of everything up to `position`. */
class LogFollower {
  readonly #db: Db;
  readonly #onNews: OnNews;
  #turn: Promise<void> | null = null;
  #again = false;
  readonly #order = new LogOrder();
  position = 0;

  constructor(db: Db, onNews: OnNews) {
    this.#db = db;
    this.#onNews = onNews;
  }

  /** Goes to the end of the log, past which nothing comes late: nobody was listening. */
  async goToEnd(): Promise<void> {
    const { last } = await eventBounds(this.#db);
    const began = await horizonOf(this.#db);
    for (let looks = 0; began && looks < SETTLING_LOOKS; looks++) {
      const now = await horizonOf(this.#db);
      if (!now || now.oldest >= began.next) break;
      await pause(GAP_MS);
    }
    this.position = Math.max(this.position, last);
  }

  /** A call during a turn makes it look once more. */
  look(failed: (error: unknown) => void): Promise<void> {
    this.#again = true;
    this.#turn ??= this.#read()
      .catch(failed)
      .finally(() => {
        this.#turn = null;
      });
    return this.#turn;
  }

  /** What holds the log up is over in a moment. */
  #soon(): void {
    setTimeout(() => void this.look(() => {}), GAP_MS).unref();
  }

  async #read(): Promise<void> {
    do {
      this.#again = false;
      for (;;) {
        const horizon = await horizonOf(this.#db);
        const rows = await eventsAfter(this.#db, this.position);
        const news = this.#order.settled(rows, this.position, horizon);
        const last = news.at(-1);
        if (!last) {
          if (rows.length > 0) this.#soon();
          break;
        }
        await this.#onNews(news, () => {
          this.position = last.id;
        });
      }
    } while (this.#again);
  }
}

const readAgain = (ids: readonly string[]) =>
  ids.length > 0 ? [hint('tracksChanged', { trackIds: [...ids], lists: false })] : [];

/**
 * The hints of changed counters for each reader. Accounts that may see other figures than a visitor receive a hint to read
 * the rows again; so do all readers when the figures cannot be read.
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
  const follower = new LogFollower(db, (news, begun) => readers.tellAll(news, begun));
  // One after another, so that a reader never receives older figures after newer ones.
  let hinting = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    hinting = hinting.then(work);
    return hinting;
  };
  const tellAll = async ({ everybody, counted, news, own }: Told) => {
    if (readers.size === 0) return;
    const counters = await counterHints(counted, readers.accounts(), source, log);
    await readers.hint((reader) => [
      ...everybody,
      ...counters(reader),
      ...readAgain(own.get(reader.accountId ?? '') ?? []),
      ...(reader.accountId !== null && news.has(reader.accountId) ? NEWS_CHANGED : []),
    ]);
  };
  const tellOne = async (reader: Reader, { everybody, counted }: Told) => {
    // An account may have changed its own likes on another device meanwhile.
    const counters =
      reader.accountId === null ? (await counterHints(counted, [], source, log))(reader) : readAgain(counted);
    for (const each of [...everybody, ...counters]) reader.send(each);
  };
  const changes = new Changes((told) => void inTurn(() => tellAll(told)));
  const look = () => follower.look((error) => log.error({ err: error }, 'events could not be delivered'));
  const regularly: [() => void, number][] = [
    [() => void look(), LOOK_EVERY_MS],
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
        else await look();
        const from = lastEventId ?? follower.position;
        reader.open();
        if (lastEventId === null) reader.begin(from);
        await catchUp(db, readers, follower, { reader, accountId, add }, from);
      }
      const recent = changes.recent(awayMs);
      await inTurn(() => tellOne(reader, recent));
      return () => readers.leave(reader);
    },
    note: (kind, id) => {
      // Most likes are of accounts without another device that listens here.
      if (kind === 'own' && !readers.hasAccount(id.split(' ')[0] ?? '')) return;
      changes.note(kind, id);
    },
    committed: () => changes.committed(),
    missed: () => changes.missed(),
    wake: () => {
      if (readers.size > 0) void look();
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      changes.stop();
      readers.dismissAll();
    },
  };
}

/** Brings a reader up to where everybody is, and among them; what happens meanwhile is read in the next round. */
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
    else await readers.tell(reader, missed);
    after = upTo;
  }
  // In the same turn as the last look at the position.
  add();
}
