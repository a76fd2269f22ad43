// Opens connections to PostgreSQL. With several hosts in DATABASE_URL it finds the primary, which accepts writes, and the new one
// after a failover. A single host is used directly.
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { urlsOfHosts } from '../../databaseUrl.ts';

/** A host that does not answer within this time is skipped. */
const ASKING_MS = 2000;
/** Time for other hosts after the first primary has answered: one of them may have been promoted later. */
const GRACE_MS = 250;
/** Pause before the next search when no host accepts writes. */
const AGAIN_MS = 100;
const DEFAULT_PORT = 5432;

/** The timeline of a primary, null for a standby. Each promotion starts the next timeline. */
const TIMELINE = `select case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** What a pool of `pg`, or a single connection, is opened with. */
export interface Door {
  connectionString: string;
  Client: typeof Client;
}

const NONE = 'no host of DATABASE_URL takes writes';

interface Primary {
  url: string;
  timeline: string;
}

async function askHost(url: string): Promise<Primary> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ASKING_MS,
    query_timeout: ASKING_MS,
    application_name: 'aural door',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    const timeline = rows[0]?.timeline;
    if (!timeline) throw new Error('a standby');
    return { url, timeline };
  } finally {
    void client.end().catch(() => {});
  }
}

/** Closes the socket without the protocol's goodbye, because the host may be gone. Running queries fail at once. */
function cut(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy(new Error('Connection terminated: another host is the primary'));
}

/** Remembers the primary until a connection to it ends. */
class PrimaryFinder {
  readonly #urls: readonly string[];
  readonly #open = new Map<Client, string>();
  #known: string | null = null;
  #search: Promise<string> | null = null;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Rejects when no host accepts writes. Concurrent callers share one search. */
  find(): Promise<string> {
    if (this.#known !== null) return Promise.resolve(this.#known);
    this.#search ??= this.#ask().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  opened(client: Client, url: string): void {
    this.#open.set(client, url);
  }

  ended(client: Client, url: string): void {
    this.#open.delete(client);
    if (this.#known !== url) return;
    this.#known = null;
    // Search now: an idle connection to a dead host is otherwise noticed only at its next use.
    if (this.#open.size > 0) this.find().catch(() => {});
  }

  async #ask(): Promise<string> {
    const found: Primary[] = [];
    const asked = this.#urls.map(async (url) => void found.push(await askHost(url)));
    await Promise.any(asked).then(
      () => Promise.race([Promise.allSettled(asked), pause(GRACE_MS)]),
      () => pause(AGAIN_MS),
    );
    // A former primary that has not noticed its replacement has an older timeline.
    const newest = found.sort((a, b) => (a.timeline < b.timeline ? 1 : -1))[0];
    if (!newest) throw new Error(NONE);
    this.#known = newest.url;
    for (const [client, url] of this.#open) if (url !== newest.url) cut(client);
    return newest.url;
  }
}

function towards(finder: PrimaryFinder): typeof Client {
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error | undefined) => void): void;
    override connect(callback?: (error: Error | undefined) => void): Promise<Client> | undefined {
      const opened = this.#open();
      if (!callback) return opened;
      opened.then(() => callback(undefined), callback);
      return undefined;
    }

    async #open(): Promise<Client> {
      const url = await finder.find();
      const { hostname, port } = new URL(url);
      // `pg` reads host and port when it connects.
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) });
      this.once('end', () => finder.ended(this, url));
      // The pool adds its listener later. Without this one an error before that would end the process.
      this.on('error', () => {});
      finder.opened(this, url);
      try {
        await super.connect();
      } catch (error) {
        finder.ended(this, url);
        throw error;
      }
      // The host may be back as a standby of the new primary.
      const { rows } = await this.query<{ timeline: string | null }>(TIMELINE);
      if (rows[0]?.timeline) return this;
      await this.end();
      throw new Error(NONE);
    }
  };
}

/** All connections opened through one door go to the same host. */
export function doorTo(url: string): Door {
  const urls = urlsOfHosts(url);
  const [first = url] = urls;
  if (urls.length === 1) return { connectionString: url, Client };
  return { connectionString: first, Client: towards(new PrimaryFinder(urls)) };
}
