// Writes that wait for one another share a commit, so that the fsync, the most expensive part of a small write, is done
// once for all of them. Each write has a savepoint of its own, so a refusal undoes only itself, and no write is answered
// before the shared commit is durable.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Db } from './client.ts';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

/**
 * Transactions of requests: grouped on SQLite, which has one writer; side by side on PostgreSQL, which shares syncs itself.
 * `spent`: milliseconds the writer of `db` has used this thread so far; on PostgreSQL each transaction is measured.
 */
export const createTransact = (db: Kysely<Schema>, spent: () => number): Transact =>
  isPostgres(db) ? createSideBySide(db) : createGroupCommit(db, spent);

/** `work` may run several times (`postgres/repeating.ts`); each run is counted in `cost`. */
function createSideBySide(db: Kysely<Schema>): Transact {
  return (work, _caller, cost = () => {}) =>
    db.transaction().execute(async (tx) => {
      const began = performance.now();
      try {
        return await work(tx);
      } finally {
        cost(performance.now() - began);
      }
    });
}

/** A full group holds the connection for about 20 ms; readers wait no longer than that. */
const LARGEST_GROUP = 16;

/**
 * Runs `work` in a transaction and resolves when it is durable. When `work` throws, its changes are undone and the error
 * is rethrown. Callers take turns. `cost` receives the milliseconds `work` used this thread, also when it was refused.
 */
export type Transact = <T>(
  work: (tx: Db) => Promise<T>,
  caller?: string,
  cost?: (milliseconds: number) => void,
) => Promise<T>;

/** Compiled once: they frame every write. */
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE = CompiledQuery.raw('release job');
const ROLL_BACK = CompiledQuery.raw('rollback to job');

interface Job {
  work(tx: Db): Promise<unknown>;
  cost(milliseconds: number): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Runs a job; returns a function that answers it after the commit. */
async function runJob(tx: Db, { work, resolve, reject }: Job): Promise<() => void> {
  await tx.executeQuery(SAVEPOINT);
  try {
    const value = await work(tx);
    await tx.executeQuery(RELEASE);
    return () => resolve(value);
  } catch (error) {
    try {
      await tx.executeQuery(ROLL_BACK);
      await tx.executeQuery(RELEASE);
    } catch {
      // SQLite has aborted the whole transaction (disk full, I/O error): no job is stored.
      throw error;
    }
    return () => reject(error);
  }
}

/** `ran` is called when the group needs only its commit, and the sync behind it. Answers every job; never rejects. */
async function commitTogether(
  db: Kysely<Schema>,
  group: readonly Job[],
  spent: () => number,
  ran: () => void,
): Promise<void> {
  let answers: (() => void)[];
  try {
    answers = await db.transaction().execute(async (tx) => {
      const given: (() => void)[] = [];
      for (const job of group) {
        const before = spent();
        given.push(await runJob(tx, job));
        job.cost(spent() - before);
      }
      ran();
      return given;
    });
  } catch (error) {
    ran();
    for (const { reject } of group) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/** For SQLite. `spent`: milliseconds the writer of `db` has used this thread so far. */
export function createGroupCommit(db: Kysely<Schema>, spent: () => number = () => 0): Transact {
  /** In the order of the callers' turns. */
  const waiting = new Map<string, Job[]>();
  let busy = false;
  const nextGroup = (): Job[] => {
    const group: Job[] = [];
    for (const [caller, jobs] of waiting) {
      if (group.length >= LARGEST_GROUP) break;
      const job = jobs.shift();
      waiting.delete(caller);
      // Goes behind the other callers: visited again in this round when there is room left.
      if (jobs.length > 0) waiting.set(caller, jobs);
      if (job) group.push(job);
    }
    return group;
  };
  const work = async () => {
    busy = true;
    while (waiting.size > 0) {
      // A commit stops the thread: jobs that arrived meanwhile form a group before the next commit.
      await nextTurn();
      // The next group runs while this one's log is synced: the connection is free by then.
      await new Promise<void>((ran) => void commitTogether(db, nextGroup(), spent, ran));
    }
    busy = false;
  };
  return (job, caller = '', cost = () => {}) =>
    new Promise((resolve, reject) => {
      const own = waiting.get(caller) ?? [];
      own.push({ work: job, cost, resolve: resolve as (value: unknown) => void, reject });
      waiting.set(caller, own);
      if (!busy) void work();
    });
}
