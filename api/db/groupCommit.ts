// Writes that wait for one another share a commit: the fsync, the dearest part of a small write, is paid once
// for all of them. Each has a savepoint of its own, so a refusal takes back only itself, and nobody is
// answered before the shared commit is durable.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Db } from './client.ts';
import type { Schema } from './schema.ts';

/** A full group holds the connection for about 20 ms; readers wait no longer than that. */
const LARGEST_GROUP = 16;

/** Runs `work` in a transaction and resolves when it is durable; what `work` throws is undone and rethrown. */
export type Transact = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

interface Job {
  work(tx: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The answer to one job, to be given after the commit. */
async function runJob(tx: Db, { work, resolve, reject }: Job): Promise<() => void> {
  await sql`savepoint job`.execute(tx);
  try {
    const value = await work(tx);
    await sql`release job`.execute(tx);
    return () => resolve(value);
  } catch (error) {
    try {
      await sql`rollback to job`.execute(tx);
      await sql`release job`.execute(tx);
    } catch {
      // SQLite gave up the whole transaction (disk full, I/O error): nobody's work is stored.
      throw error;
    }
    return () => reject(error);
  }
}

async function commitTogether(db: Kysely<Schema>, group: readonly Job[]): Promise<void> {
  let answers: (() => void)[];
  try {
    answers = await db.transaction().execute(async (tx) => {
      const given: (() => void)[] = [];
      for (const job of group) given.push(await runJob(tx, job));
      return given;
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

export function createGroupCommit(db: Kysely<Schema>): Transact {
  const waiting: Job[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      // A commit stops the thread: what arrived meanwhile becomes a group before the next one.
      await nextTurn();
      await commitTogether(db, waiting.splice(0, LARGEST_GROUP));
    }
    busy = false;
  };
  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ work: job, resolve: resolve as (value: unknown) => void, reject });
      if (!busy) void work();
    });
}
