// Reads on SQLite: reader threads with read-only connections, shared fairly between callers, and a connection of this thread for
// lookups that take microseconds. A slow query blocks one thread until its deadline, never the event loop or a writer.
import type { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ApiError } from '../errors.ts';
import { startThread } from '../thread.ts';
import { forKysely, openReadOnly } from './driver.ts';
import { FairQueue, turnOf } from './fairQueue.ts';
import { DEADLINE_MS, full, type ReadPool, type Reads, readingDriver, tooSlow } from './reads.ts';
import type { Schema } from './schema.ts';

/** Column names once and each row as its values: half as expensive to pass between threads as objects. */
export interface ListedRows {
  names: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** Sent to the thread; null ends it. */
export interface Query {
  sql: string;
  parameters: readonly unknown[];
}

/** `errcode` is SQLite's. */
export type QueryReply = { milliseconds: number } & (
  | { rows: ListedRows }
  | { error: string; errcode: number | null }
);

export interface ReadPoolOptions {
  /** Threads. */
  readers?: number;
  /** A longer query fails with `busy`, and its thread is replaced. */
  deadlineMs?: number;
}

/** Two, so that a slow query of one caller does not block all others. */
const READERS = 2;
/** One caller never uses all threads. */
const limitsFor = (readers: number) => ({
  places: readers,
  perCaller: Math.max(1, readers - 1),
  waitingPerCaller: 128,
  waitingInAll: 1024,
});

const stopped = (cause?: unknown) =>
  new ApiError('busy', 'The server is stopping', { headers: { 'Retry-After': '2' }, cause });
/** One thread with its connection; runs one query at a time. */
class Reader {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<void>;
  #answer: { resolve(reply: QueryReply): void; reject(error: unknown): void } | undefined;
  isGone = false;

  constructor(file: string) {
    this.#worker = startThread('reader.worker', import.meta.url, { workerData: { file } });
    // The thread does not keep the process running.
    this.#worker.unref();
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: 'ready' | QueryReply) => {
        if (message === 'ready') resolve();
        else this.#answer?.resolve(message);
      });
      const end = (error?: unknown) => {
        this.isGone = true;
        reject(error ?? stopped());
        this.#answer?.reject(error ?? stopped());
      };
      this.#worker.once('error', end);
      this.#worker.once('exit', () => end());
    });
    this.#ready.catch(() => {});
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  async ask(query: Query, deadlineMs: number): Promise<QueryReply> {
    await this.#ready;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<QueryReply>((resolve, reject) => {
        this.#answer = { resolve, reject };
        timer = setTimeout(() => {
          reject(tooSlow());
          void this.end();
        }, deadlineMs);
        this.#worker.postMessage(query);
      });
    } finally {
      clearTimeout(timer);
      this.#answer = undefined;
    }
  }

  /**
   * Resolves when the thread has ended, after its current query: SQLite cannot be interrupted from here, and terminating a
   * thread inside it would crash the process.
   */
  end(): Promise<void> {
    this.isGone = true;
    this.#answer?.reject(stopped());
    this.#worker.postMessage(null);
    return this.#ended;
  }
}

export function createReadPool(
  file: string,
  { readers = READERS, deadlineMs = DEADLINE_MS }: ReadPoolOptions = {},
): ReadPool {
  const queue = new FairQueue(limitsFor(readers));
  const idle: Reader[] = [];
  const all = new Set<Reader>();
  /** Abandoned readers, which end by themselves. */
  const leaving = new Set<Promise<void>>();
  let isClosed = false;

  const begin = (): Reader => {
    const reader = new Reader(file);
    all.add(reader);
    return reader;
  };
  const take = (): Reader => {
    for (let reader = idle.pop(); reader; reader = idle.pop()) if (!reader.isGone) return reader;
    return begin();
  };
  const giveBack = (reader: Reader) => {
    if (!reader.isGone) {
      idle.push(reader);
      return;
    }
    all.delete(reader);
    const ended = reader.end().finally(() => leaving.delete(ended));
    leaving.add(ended);
  };

  async function run(query: Query, spent: (milliseconds: number) => void): Promise<unknown[]> {
    if (isClosed) throw stopped();
    const reader = take();
    const started = performance.now();
    try {
      const reply = await reader.ask(query, deadlineMs);
      spent(reply.milliseconds);
      if ('rows' in reply) return rowsOf(reply.rows);
      throw Object.assign(new Error(reply.error), { errcode: reply.errcode });
    } catch (error) {
      if (reader.isGone) spent(performance.now() - started);
      throw error;
    } finally {
      giveBack(reader);
    }
  }

  return {
    as: (caller, spent = () => {}) => {
      const turn = turnOf(caller);
      return new Kysely<Schema>({
        dialect: dialectOf((query) => queue.run(turn, () => run(query, spent), full)),
      });
    },
    start: async () => {
      while (all.size < readers) idle.push(begin());
      await Promise.all(idle.map(({ ready }) => ready));
    },
    get waiting() {
      return queue.waiting;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...leaving, ...[...all].map((reader) => reader.end())]);
    },
  };
}

function dialectOf(ask: (query: Query) => Promise<unknown[]>): Dialect {
  const driver = readingDriver(async <Row>({ sql, parameters }: CompiledQuery) => ({
    rows: (await ask({ sql, parameters })) as Row[],
  }));
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** As Kysely expects them. */
function rowsOf({ names, rows }: ListedRows): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  });
}

/** For an existing, migrated database in WAL mode. */
export async function openReads(file: string): Promise<Reads> {
  const database = await openReadOnly(file);
  const commitsSeen = database.prepare('pragma data_version');
  const lookups = new Kysely<Schema>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
  const readers = createReadPool(file);
  let known: string | null = null;
  const forget = () => {
    known = null;
  };
  return {
    lookups,
    readers,
    version: () => {
      if (known !== null) return known;
      setImmediate(forget);
      known = String((commitsSeen.get() as { data_version: number }).data_version);
      return known;
    },
    changed: forget,
    close: async () => {
      await readers.close();
      await lookups.destroy();
    },
  };
}
