// Work for other processes: one asks and waits, whoever serves this kind does it. Both look again at short intervals: a job
// takes seconds, and an announcement may be lost with its connection.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import {
  addJob,
  type ClaimedJob,
  claimJob,
  finishJob,
  HOLD_AGAIN_MS,
  holdJob,
  lookAtJob,
  removeJob,
} from '../db/jobStore.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** Until somebody who asked looks again. */
const ASKING_MS = 100;
/** Until somebody with nothing to do looks again. */
const IDLE_MS = 200;
/** After a database that did not answer. */
const FAULT_MS = 1000;

export interface Asked {
  kind: string;
  /** Whose work it is: who has least of it under way is served first. */
  caller: string;
  input: unknown;
  /** For so long nobody may be at it: before it is begun, or after whoever was at it has ended. */
  patienceMs: number;
}

/** What became of it; null when nobody does it. */
export async function askForJob(
  db: Kysely<Schema>,
  { kind, caller, input, patienceMs }: Asked,
  signal: AbortSignal,
): Promise<string | null> {
  const id = await addJob(db, { kind, caller }, input);
  try {
    for (;;) {
      const state = await lookAtJob(db, id);
      if (state === null) return null;
      if (state.outcome !== null) return state.outcome;
      if (state.idleMs > patienceMs) return null;
      await pause(ASKING_MS, undefined, { signal });
    }
  } finally {
    // One that is left goes with the jobs of time.
    await removeJob(db, id).catch(() => {});
  }
}

/** Answers what is told to who asked. */
export type Work = (input: unknown) => Promise<string>;

type ServingDeps = Pick<Deps, 'db' | 'log'>;

async function doJob({ db, log }: ServingDeps, job: ClaimedJob, work: Work): Promise<void> {
  const holding = setInterval(
    () => void holdJob(db, job).catch((error) => log.warn({ err: error }, 'a job could not be held')),
    HOLD_AGAIN_MS,
  );
  try {
    await finishJob(db, job, await work(job.input));
  } finally {
    clearInterval(holding);
  }
}

/**
 * Does jobs of this kind, `atOnce` side by side, until the function it returns is called, which resolves when the last one is
 * done. `work` answers for refusals, too; one that throws is done again, by whoever is next.
 */
export function serveJobs(deps: ServingDeps, kind: string, atOnce: number, work: Work): () => Promise<void> {
  const ending = new AbortController();
  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: ending.signal }).catch(() => {});
  const lane = async () => {
    while (!ending.signal.aborted) {
      try {
        const job = await claimJob(deps.db, kind);
        if (job) await doJob(deps, job, work);
        else await wait(IDLE_MS);
      } catch (error) {
        deps.log.error({ err: error, kind }, 'a job could not be done');
        await wait(FAULT_MS);
      }
    }
  };
  const lanes = Array.from({ length: atOnce }, lane);
  return async () => {
    ending.abort();
    await Promise.all(lanes);
  };
}
