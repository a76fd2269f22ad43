// Jobs for other processes, in a table: one process adds a job and waits, another one does it. Both poll at short intervals,
// because a job takes seconds and a notification can be lost with its connection.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import {
  addJob,
  type ClaimedJob,
  claimJob,
  finishJob,
  HOLD_AGAIN_MS,
  holdJob,
  readJob,
  removeJob,
} from '../db/jobStore.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** Poll interval of a process that waits for a result. */
const ASKING_MS = 100;
/** Poll interval of an idle worker. */
const IDLE_MS = 200;
/** Pause after a failure of the database. */
const FAULT_MS = 1000;

export interface Asked {
  kind: string;
  /** Caller of the job. The caller with the fewest running jobs comes first. */
  caller: string;
  input: unknown;
  /** How long the job may wait for a worker, at the start or after its worker has died. */
  patienceMs: number;
}

/** Adds a job and waits for its result; null when no worker takes it. */
export async function askForJob(
  db: Kysely<Schema>,
  { kind, caller, input, patienceMs }: Asked,
  signal: AbortSignal,
): Promise<string | null> {
  const id = await addJob(db, { kind, caller }, input);
  try {
    for (;;) {
      const state = await readJob(db, id);
      if (state === null) return null;
      if (state.outcome !== null) return state.outcome;
      if (state.idleMs > patienceMs) return null;
      await pause(ASKING_MS, undefined, { signal });
    }
  } finally {
    // If this fails, the hourly jobs remove it.
    await removeJob(db, id).catch(() => {});
  }
}

/** Does a job and returns the result for the process that asked. */
export type Work = (input: unknown) => Promise<string>;

type ServingDeps = Pick<Deps, 'db' | 'log'>;

async function doJob({ db, log }: ServingDeps, job: ClaimedJob, work: Work): Promise<void> {
  const holding = setInterval(
    () =>
      void holdJob(db, job).catch((error) => log.warn({ err: error }, 'Could not renew the claim on a job')),
    HOLD_AGAIN_MS,
  );
  try {
    await finishJob(db, job, await work(job.input));
  } finally {
    clearInterval(holding);
  }
}

/**
 * Does jobs of this kind, `atOnce` at a time. The returned function stops that and resolves when the last job is done.
 * A refusal is a result of `work`; a job whose `work` throws is done again.
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
        deps.log.error({ err: error, kind }, 'A job failed and will be tried again');
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
