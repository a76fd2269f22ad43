// What a running server reads with: a connection of this thread for looks that cost microseconds, and threads for
// everything else. Neither waits for a writer.
import { Kysely, SqliteDialect } from 'kysely';
import { forKysely, openReadOnly } from './driver.ts';
import { createReadPool, type ReadPool } from './readPool.ts';
import type { Schema } from './schema.ts';

export interface Reads {
  /** Looks at a few rows by their key, on this thread. */
  lookups: Kysely<Schema>;
  /** Every other read. */
  readers: ReadPool;
  /**
   * Differs whenever a commit has changed a row since. SQLite is asked once in a turn of the event loop, which is when
   * other processes' commits are noticed, and after `changed`.
   */
  version(): string;
  /** This process has committed. */
  changed(): void;
  close(): Promise<void>;
}

/** Of a database that exists, is up to date and in WAL mode. */
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
