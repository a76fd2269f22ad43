// Announces this process's commits to the others by NOTIFY: after the commit, several commits together, outside any
// transaction. A NOTIFY inside a transaction holds a lock on the whole database until its log is on disk
// (https://www.postgresql.org/docs/15/sql-notify.html).
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Door } from './primary.ts';

const CHANNEL = 'aural_changed';
/** Commits within this time share one NOTIFY. */
const TOGETHER_MS = 10;
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7500;
const RECONNECT_MS = 500;
/** Interval of a query that notices a dead listening connection. */
const BEAT_MS = 2000;
/** A connection without an answer for this long is dead. */
const SILENT_MS = 2000;

export interface Announcements {
  /** Announces committed changes to other processes a few milliseconds later. */
  announce(hints: readonly string[]): void;
  /** False while announcements of others cannot arrive. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

/** Receives announcements of other processes. */
interface Receiver {
  /** Another process announced commits, with hints for their rows. */
  received(hints: readonly string[]): void;
  /** Announcements arrive again after a time in which some may have been missed. */
  missed(): void;
}

export async function openAnnouncements(door: Door, receiver: Receiver): Promise<Announcements> {
  const self = randomUUID().slice(0, 8);
  let client: Client | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let hints = new Set<string>();

  const again = () => {
    const reconnect = () => connect().then(receiver.missed, again);
    if (!isClosed) setTimeout(() => void reconnect(), RECONNECT_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const fresh = new door.Client({
      connectionString: door.connectionString,
      keepAlive: true,
      // A machine that loses power never ends its connections.
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
      application_name: 'aural listener',
    });
    let beat: NodeJS.Timeout | undefined;
    const lost = () => {
      clearInterval(beat);
      if (client !== fresh) return;
      client = null;
      void fresh.end().catch(() => {});
      again();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...theirs] = payload.split('\n');
      if (from !== self) receiver.received(theirs);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    beat = setInterval(() => void fresh.query('select 1').catch(lost), BEAT_MS);
    beat.unref();
  };

  const flush = async (): Promise<void> => {
    timer = null;
    const sending = hints;
    hints = new Set();
    let payload = self;
    const payloads: string[] = [];
    for (const hint of sending) {
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
      // A NOTIFY lost with its connection is not repeated: other processes cache no answer longer than a second.
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
