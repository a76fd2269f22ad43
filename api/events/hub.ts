// Who is listening, and who is told what. After a commit somebody calls `wake`; the hub reads what is new in the
// log and hands it to the readers it is for. It looks by itself every two seconds while anybody listens: another
// process may have written. Nothing is kept for a reader who is away.
import type { Logger } from 'pino';
import { EVENTS_BACKLOG, EVENTS_BEAT_MS } from '../contract/events.ts';
import type { Db } from '../db/client.ts';
import { type EventRow, eventBounds, eventsAfter, eventsFor } from './queries.ts';

const LOOK_EVERY_MS = 2000;

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

export interface EventHub {
  /** Sends what was missed since `lastEventId` (null: nothing), then what happens. Returns the function that leaves. */
  join(reader: Reader, lastEventId: number | null): Promise<() => void>;
  /** Something was committed. Returns at once. */
  wake(): void;
  /** Ends every connection; for the end of the process. */
  close(): void;
}

const isFor = (reader: Reader, event: EventRow) =>
  event.account_id === null ? reader.moderates : event.account_id === reader.accountId;

export function createEventHub(db: Db, log: Logger, beatMs = EVENTS_BEAT_MS): EventHub {
  const readers = new Set<Reader>();
  /** Everybody in `readers` has been told everything up to here. */
  let position = 0;
  let turn: Promise<void> | null = null;
  let again = false;
  let timers: NodeJS.Timeout[] = [];

  function leave(reader: Reader): void {
    readers.delete(reader);
    if (readers.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function dismiss(reader: Reader): void {
    leave(reader);
    reader.end();
  }

  async function tell(reader: Reader, news: readonly EventRow[]): Promise<void> {
    // One that cannot be asked about is sent away too: it comes back, and what it missed is still in the log.
    if (!(await reader.isAlive().catch(() => false))) return dismiss(reader);

    // A hundred changes of the queue are one reason to look at it.
    const lastOfQueue = news.findLast(({ type }) => type === 'queueChanged');
    for (const event of news) {
      if (event.type === 'sessionEnded') continue;
      if (event.type !== 'queueChanged' || event === lastOfQueue) reader.send(event);
    }
  }

  async function deliver(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const news = await eventsAfter(db, position);
        const last = news.at(-1);
        if (!last) break;
        position = last.id;
        for (const reader of [...readers]) {
          const own = news.filter((event) => isFor(reader, event));
          if (own.length > 0) await tell(reader, own);
        }
      }
    } while (again);
  }

  /** One turn at a time; a wake during a turn makes it look once more. */
  function look(): Promise<void> {
    again = true;
    turn ??= deliver()
      .catch((error) => log.error({ err: error }, 'events could not be delivered'))
      .finally(() => {
        turn = null;
      });
    return turn;
  }

  async function beat(): Promise<void> {
    for (const reader of [...readers]) {
      const isAlive = await reader.isAlive().catch(() => true);
      if (isAlive) reader.beat();
      else dismiss(reader);
    }
  }

  /** Brings a reader up to `position`; what happens meanwhile is read in the next round. */
  async function catchUp(reader: Reader, from: number): Promise<void> {
    const { first, last } = await eventBounds(db);
    let after = from;
    if (after > last || after < first - 1) {
      reader.send({ id: last, type: 'reset', data_json: '{}' });
      after = last;
    }
    while (after < position) {
      const upTo = position;
      const missed = await eventsFor(db, reader, { after, upTo, limit: EVENTS_BACKLOG + 1 });
      if (missed.length > EVENTS_BACKLOG) reader.send({ id: upTo, type: 'reset', data_json: '{}' });
      else await tell(reader, missed);
      after = upTo;
    }
  }

  return {
    join: async (reader, lastEventId) => {
      if (readers.size === 0) position = Math.max(position, (await eventBounds(db)).last);
      else await look();
      const from = lastEventId ?? position;
      if (lastEventId === null) reader.begin(from);
      await catchUp(reader, from);
      readers.add(reader);
      if (timers.length === 0) {
        timers = [setInterval(() => void look(), LOOK_EVERY_MS), setInterval(() => void beat(), beatMs)];
        for (const timer of timers) timer.unref();
      }
      return () => leave(reader);
    },
    wake: () => {
      if (readers.size > 0) void look();
    },
    close: () => {
      for (const reader of [...readers]) dismiss(reader);
    },
  };
}
