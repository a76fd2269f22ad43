// When jobs run: at start for what a crash left, soon after it and then every hour for what time does.
import { alone } from '../db/jobLock.ts';
import { removeOldJobs } from '../db/jobStore.ts';
import type { Deps } from '../deps.ts';
import { advanceEffectiveTime, effectiveTime } from './effectiveTime.ts';
import { makeEnvelopes } from './envelopes.ts';
import { matchStore } from './ownStore.ts';
import { removeHalfRestored } from './restore.ts';
import { retain } from './retention.ts';
import { emptyLogIfPossible, sweep, tidyTemporaryFiles, tidyTransfers, unlinkDoomed } from './tidy.ts';

const HOUR_MS = 3600 * 1000;
/** No upload takes longer than this between its blob and its row. */
const ORPHAN_GRACE_MS = HOUR_MS;
const PART_AGE_MS = 24 * HOUR_MS;
/** The first callers after a start come before the first run. */
const FIRST_RUN_MS = 2000;

/** The same, with ages counted by this time instead of the clock. */
const agingBy = (deps: Deps, time: number): Deps => ({ ...deps, now: () => time });

/**
 * Nothing is being received yet, so every temporary file is a leftover. Beside other processes on PostgreSQL that holds of
 * the folder of this process alone (`server.ts` locks it): what is in the store goes with the jobs once it is old enough.
 */
export async function repairAtStart(deps: Deps): Promise<void> {
  if (deps.env.postgres) {
    await tidyTemporaryFiles(deps, Number.NEGATIVE_INFINITY);
    return;
  }
  removeHalfRestored(deps.env.databaseFile);
  // What the last process left in the log; a disk too full for it stops nobody from starting.
  await emptyLogIfPossible(deps);
  const aging = agingBy(deps, await effectiveTime(deps.db, deps.now()));
  await tidyTemporaryFiles(aging, Number.NEGATIVE_INFINITY);
  if (!(await storeIsOurs(deps))) return;
  await part(deps, 'unfinished uploads', () => tidyUploads(aging, 0));
  await part(deps, 'deleted audio', () => unlinkDeleted(deps));
}

/** One of several jobs: when it fails, because the store is away, the others still run and this one is tried next time. */
async function part(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error) => deps.log.error({ err: error, part: what }, 'a part of the jobs failed'));
}

/** Whether audio may be deleted: only where the store is known to be this database's. */
async function storeIsOurs(deps: Deps): Promise<boolean> {
  try {
    await matchStore(deps);
    return true;
  } catch (error) {
    deps.log.error(
      { err: error },
      'no audio is deleted: it is not certain that the store is this database’s',
    );
    return false;
  }
}

/** Names in one line of the log; more are further lines. */
const NAMES_IN_A_LINE = 100;

function logNames(deps: Deps, names: readonly string[], level: 'info' | 'warn', what: string): void {
  for (let from = 0; from < names.length; from += NAMES_IN_A_LINE)
    deps.log[level]({ count: names.length, files: names.slice(from, from + NAMES_IN_A_LINE) }, what);
}

async function tidyUploads(deps: Deps, orphanGraceMs: number): Promise<void> {
  logNames(deps, await tidyTransfers(deps, orphanGraceMs), 'info', 'unfinished uploads deleted');
}

async function unlinkDeleted(deps: Deps): Promise<void> {
  const { unlinked, spared } = await unlinkDoomed(deps);
  logNames(deps, unlinked, 'info', 'audio of deleted recordings deleted');
  logNames(deps, spared, 'warn', 'audio was to be deleted, but a recording needs it: it stays');
}

/** Sets orphans aside, and logs what it moved and deleted, and files that rows name and that are missing. */
async function sweepAudio(deps: Deps): Promise<void> {
  const report = await sweep(deps, ORPHAN_GRACE_MS, false);
  logNames(deps, report.moved, 'warn', 'files without a row moved to quarantine');
  logNames(deps, report.returned, 'warn', 'files have a row again: taken out of quarantine');
  logNames(deps, report.deleted, 'warn', 'files deleted after 7 days in quarantine');
  const some = (files: readonly string[]) => ({ count: files.length, files: files.slice(0, 20) });
  if (report.refusal !== null)
    deps.log.error({ ...some(report.orphans), reason: report.refusal }, 'files without a row stay in place');
  if (report.missing.length > 0) deps.log.error(some(report.missing), 'audio is missing');
}

/** Runs every job once; safe at any time and as often as one likes. */
export async function runJobs(deps: Deps): Promise<void> {
  try {
    const aging = agingBy(deps, await advanceEffectiveTime(deps.db, deps.now()));
    await tidyTemporaryFiles(aging, PART_AGE_MS);
    if (await storeIsOurs(deps)) {
      await part(deps, 'unfinished uploads', () => tidyUploads(aging, ORPHAN_GRACE_MS));
      await part(deps, 'deleted audio', () => unlinkDeleted(deps));
      await part(deps, 'orphans', () => sweepAudio(aging));
      await part(deps, 'uploads in parts', () => deps.blobs.endUploads(aging.now() - PART_AGE_MS));
    }
    if (deps.env.postgres)
      await part(deps, 'work nobody waits for', () => removeOldJobs(deps.db, ORPHAN_GRACE_MS));
    deps.reserve.takeBack();
    deps.log.info(await retain(aging), 'retention');
    await deps.ledger.compare();
  } catch (error) {
    deps.log.error({ err: error }, 'a job failed');
  }
}

/** Returns the function that ends it. */
export function scheduleJobs(deps: Deps): () => void {
  const ending = new AbortController();
  const failed = (error: unknown) => deps.log.error({ err: error }, 'jobs could not begin');
  const begin = async () => {
    await runJobs(deps);
    await makeEnvelopes(deps, ending.signal).catch((error) =>
      deps.log.error({ err: error }, 'envelopes are missing'),
    );
  };
  const first = setTimeout(() => void alone(deps.db, begin).catch(failed), FIRST_RUN_MS);
  const timer = setInterval(() => void alone(deps.db, () => runJobs(deps)).catch(failed), HOUR_MS);
  for (const each of [first, timer]) each.unref();
  return () => {
    ending.abort();
    clearTimeout(first);
    clearInterval(timer);
  };
}
