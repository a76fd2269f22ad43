// Tells other processes what this one has written, by NOTIFY: after the commit, several commits together, outside of any
// transaction. A NOTIFY inside of one holds a lock of the whole database until its log is on the disk
// (https://www.postgresql.org/docs/15/sql-notify.html).
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Door } from './primary.ts';

const CHANNEL = 'aural_changed';
/** Commits within this are told in one NOTIFY. */
const TOGETHER_MS = 10;
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7500;
const RECONNECT_MS = 500;
/** How often the listening connection is asked for an answer, so that a dead one is noticed. */
const BEAT_MS = 2000;
/** A connection that has not answered after this is dead. */
const SILENT_MS = 2000;

export interface Announcements {
  /** Tells others of what this process has committed, a moment later. */
  announce(hints: readonly string[]): void;
  /** False while announcements of others cannot be heard. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

/** What hears of other processes. */
interface Hearer {
  /** Another process has announced commits, with the hints of its rows. */
  heard(hints: readonly string[]): void;
  /** Announcements are heard again, after a time in which some may have been missed. */
  missed(): void;
}

export async function openAnnouncements(door: Door, hearer: Hearer): Promise<Announcements> {
  const self = randomUUID().slice(0, 8);
  let client: Client | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let hints = new Set<string>();

  const again = () => {
    const reconnect = () => connect().then(hearer.missed, again);
    if (!isClosed) setTimeout(() => void reconnect(), RECONNECT_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const fresh = new door.Client({
      connectionString: door.connectionString,
      keepAlive: true,
      // A machine without power ends no connection: only waiting for that would last for ever.
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
      const [from, ...told] = payload.split('\n');
      if (from !== self) hearer.heard(told);
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
      // A NOTIFY that is lost with its connection is not sent again: others keep no answer longer than a second.
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
