// What one process writes, told to the others: after commits, together, outside of any transaction. A NOTIFY inside of one
// holds a lock of the whole database until its log is on the disk (https://www.postgresql.org/docs/15/sql-notify.html).
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Door } from './primary.ts';

const CHANNEL = 'aural_changed';
/** Commits of so long are told together. */
const TOGETHER_MS = 10;
/** PostgreSQL takes less than 8,000 bytes. */
const MAX_BYTES = 7500;
const RECONNECT_MS = 500;

export interface Announcements {
  /** What this process has committed is told soon. */
  announce(hints: readonly string[]): void;
  /** False while nobody could hear what others write. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

/** `heard` is called for every announcement of another process, and without hints after a time without hearing. */
export async function openAnnouncements(
  door: Door,
  heard: (hints: readonly string[]) => void,
): Promise<Announcements> {
  const self = randomUUID().slice(0, 8);
  let client: Client | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let hints = new Set<string>();

  const again = () => {
    if (!isClosed) setTimeout(() => void connect().catch(again), RECONNECT_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const fresh = new door.Client({
      connectionString: door.connectionString,
      keepAlive: true,
      application_name: 'aural listener',
    });
    const lost = () => {
      if (client !== fresh) return;
      client = null;
      void fresh.end().catch(() => {});
      again();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...told] = payload.split('\n');
      if (from !== self) heard(told);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    heard([]);
  };

  const flush = async (): Promise<void> => {
    timer = null;
    const told = hints;
    hints = new Set();
    let payload = self;
    const payloads: string[] = [];
    for (const hint of told) {
      if (payload.length + hint.length + 1 > MAX_BYTES) {
        payloads.push(payload);
        payload = self;
      }
      payload += `\n${hint}`;
    }
    payloads.push(payload);
    for (const each of payloads) await client?.query('select pg_notify($1, $2)', [CHANNEL, each]);
  };

  await connect();
  return {
    announce: (own) => {
      for (const hint of own) hints.add(hint);
      // One that is lost with its connection costs others a second: no answer is kept longer than that.
      timer ??= setTimeout(() => void flush().catch(() => {}), TOGETHER_MS);
    },
    get isListening() {
      return client !== null;
    },
    close: async () => {
      isClosed = true;
      if (timer) {
        clearTimeout(timer);
        await flush().catch(() => {});
      }
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
