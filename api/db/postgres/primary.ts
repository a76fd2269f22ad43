// The door to PostgreSQL. An address of several hosts leads to the one that takes writes, and after a failover to the one that
// took its place; an address of one host leads there.
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { urlsOfHosts } from '../../databaseUrl.ts';

/** A host that says nothing within this is passed over. */
const ASKING_MS = 2000;
/** After the first primary, the others may say for so long that they became one later. */
const GRACE_MS = 250;
/** When no host takes writes, none is asked again within this. */
const AGAIN_MS = 100;
const DEFAULT_PORT = 5432;

/** A primary's timeline: each promotion begins the next one. Null of a standby. */
const TIMELINE = `select case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** What opens connections: a class for the pools of `pg`, or for a connection of one's own. */
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

/** Without a word to the other side, which may not be there any more. What was asked fails at once. */
function cut(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy(new Error('Connection terminated: another host is the primary'));
}

/** Remembers which host is the primary until a connection to it ends. */
class PrimaryFinder {
  readonly #urls: readonly string[];
  readonly #open = new Map<Client, string>();
  #known: string | null = null;
  #search: Promise<string> | null = null;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Rejects when none of the hosts takes writes now. Those who ask at once share the answer. */
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
    // Those that nobody has asked lately would each be found silent only when they are asked.
    if (this.#open.size > 0) this.find().catch(() => {});
  }

  async #ask(): Promise<string> {
    const found: Primary[] = [];
    const asked = this.#urls.map(async (url) => void found.push(await askHost(url)));
    await Promise.any(asked).then(
      () => Promise.race([Promise.allSettled(asked), pause(GRACE_MS)]),
      () => pause(AGAIN_MS),
    );
    // One that was replaced and does not know it yet is of an older timeline.
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
      // `pg` reads both when it connects.
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) });
      this.once('end', () => finder.ended(this, url));
      // Until its pool listens: one that breaks meanwhile fails what it was asked.
      this.on('error', () => {});
      finder.opened(this, url);
      try {
        await super.connect();
      } catch (error) {
        finder.ended(this, url);
        throw error;
      }
      // It may have come back as a standby of the one that took its place.
      const { rows } = await this.query<{ timeline: string | null }>(TIMELINE);
      if (rows[0]?.timeline) return this;
      await this.end();
      throw new Error(NONE);
    }
  };
}

/** Everything that is opened through one door goes to the same host. */
export function doorTo(url: string): Door {
  const urls = urlsOfHosts(url);
  const [first = url] = urls;
  if (urls.length === 1) return { connectionString: url, Client };
  return { connectionString: first, Client: towards(new PrimaryFinder(urls)) };
}
