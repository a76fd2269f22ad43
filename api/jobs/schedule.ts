// When jobs run: at start (repairs after a crash), two seconds later, and then every hour; small copies three times a minute.

import { exclusively, SMALL_COPIES_LOCK } from '../db/jobLock.ts';
import { removeOldJobs } from '../db/jobStore.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import type { Deps } from '../deps.ts';
import { makeEnvelopes } from './envelopes.ts';
import { endHolds } from './evidence.ts';
import { matchStore } from './ownStore.ts';
import { removeHalfRestored } from './restore.ts';
import { advanceEffectiveTime, effectiveTime, retain } from './retention.ts';
import { makeSmallCopies } from './smallCopies.ts';
import { emptyLogIfPossible, sweep, tidyTemporaryFiles, tidyTransfers, unlinkDoomed } from './tidy.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Name of the setting that holds the time of the last rewrite. */
const COMPACTED_AT = 'compacted_at';

/**
 * Rewrites the database once a day: SQLite leaves copies of erased rows in the free space of pages whose rows it has moved.
 * Writers wait about 15 s per gigabyte.
 */
async function compactDaily({ db, compact, now }: Pick<Deps, 'db' | 'compact' | 'now'>): Promise<void> {
  const time = now();
  if (time - Number(await readSetting(db, COMPACTED_AT)) < DAY_MS) return;
  await compact();
  await writeSetting(db, COMPACTED_AT, String(time));
}

/** No upload takes longer than this between storing its blob and writing its row. */
const ORPHAN_GRACE_MS = HOUR_MS;
const PART_AGE_MS = DAY_MS;
/** The first requests after a start are served before the first run. */
const FIRST_RUN_MS = 2000;

/** `deps` with `time` in place of the clock. */
const agingBy = (deps: Deps, time: number): Deps => ({ ...deps, now: () => time });

/**
 * Call before the server receives anything: every temporary file is then a leftover. On PostgreSQL other processes may be
 * receiving, so only this process's own folder (`server.ts` locks it) is emptied; the jobs remove old files of the store.
 */
export async function repairAtStart(deps: Deps): Promise<void> {
  if (deps.env.postgres) {
    await tidyTemporaryFiles(deps, Number.NEGATIVE_INFINITY);
    return;
  }
  removeHalfRestored(deps.env.databaseFile);
  // A full disk must not prevent the start.
  await emptyLogIfPossible(deps);
  const aging = agingBy(deps, await effectiveTime(deps.db, deps.now()));
  await tidyTemporaryFiles(aging, Number.NEGATIVE_INFINITY);
  if (!(await storeIsOurs(deps))) return;
  await part(deps, 'unfinished uploads', () => tidyUploads(aging, 0));
  await part(deps, 'deleted audio', () => unlinkDeleted(deps));
}

/** Runs one of several jobs. If it fails, for example because the store is down, the others still run; the next run tries again. */
async function part(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error) =>
    deps.log.error({ err: error, part: what }, 'A job failed. The next run tries again.'),
  );
}

/** Whether audio may be deleted: only where the store is known to be this database's. */
async function storeIsOurs(deps: Deps): Promise<boolean> {
  try {
    await matchStore(deps);
    return true;
  } catch (error) {
    deps.log.error(
      { err: error },
      'No audio is deleted: the store could not be confirmed to belong to this database. Check STORAGE_URL.',
    );
    return false;
  }
}

/** Most names in one line of the log. */
const NAMES_IN_A_LINE = 100;

function logNames(deps: Deps, names: readonly string[], level: 'info' | 'warn', what: string): void {
  for (let from = 0; from < names.length; from += NAMES_IN_A_LINE)
    deps.log[level]({ count: names.length, files: names.slice(from, from + NAMES_IN_A_LINE) }, what);
}

async function tidyUploads(deps: Deps, orphanGraceMs: number): Promise<void> {
  logNames(deps, await tidyTransfers(deps, orphanGraceMs), 'info', 'Deleted unfinished uploads');
}

async function unlinkDeleted(deps: Deps): Promise<void> {
  const { unlinked, spared } = await unlinkDoomed(deps);
  logNames(deps, unlinked, 'info', 'Deleted the audio of deleted recordings');
  logNames(deps, spared, 'warn', 'Did not delete marked audio: a recording uses it');
}

/** Quarantines orphans and logs what it moved, deleted and found missing. */
async function sweepAudio(deps: Deps): Promise<void> {
  const report = await sweep(deps, ORPHAN_GRACE_MS, false);
  logNames(deps, report.moved, 'warn', 'Moved files without a row to quarantine');
  logNames(deps, report.returned, 'warn', 'Took files out of quarantine: they have a row again');
  logNames(deps, report.deleted, 'warn', 'Deleted files after 7 days in quarantine');
  const some = (files: readonly string[]) => ({ count: files.length, files: files.slice(0, 20) });
  if (report.refusal !== null)
    deps.log.error({ ...some(report.orphans), reason: report.refusal }, 'Files without a row stay in place');
  if (report.missing.length > 0)
    deps.log.error(some(report.missing), 'Audio files are missing. Restore them from a backup.');
}

/** Runs every job once. Safe to call at any time. */
export async function runJobs(deps: Deps): Promise<void> {
  try {
    const aging = agingBy(deps, await advanceEffectiveTime(deps.db, deps.now()));
    await tidyTemporaryFiles(aging, PART_AGE_MS);
    if (await storeIsOurs(deps)) {
      await part(deps, 'unfinished uploads', () => tidyUploads(aging, ORPHAN_GRACE_MS));
      await part(deps, 'evidence', () => endHolds(aging));
      await part(deps, 'deleted audio', () => unlinkDeleted(deps));
      await part(deps, 'orphans', () => sweepAudio(aging));
      await part(deps, 'uploads in parts', () => deps.blobs.endUploads(aging.now() - PART_AGE_MS));
    }
    if (deps.env.postgres)
      await part(deps, 'abandoned jobs of other processes', () => removeOldJobs(deps.db, ORPHAN_GRACE_MS));
    deps.reserve.takeBack();
    deps.log.info(await retain(aging), 'retention');
    await part(deps, 'compaction', () => compactDaily(aging));
    await deps.ledger.compare();
  } catch (error) {
    deps.log.error({ err: error }, 'The hourly jobs failed. The next run tries again.');
  }
}

/** A new recording has its small copy about this long after its release. */
const SMALL_COPIES_MS = 20_000;

/** Returns the function that ends it. */
function scheduleSmallCopies(deps: Deps, signal: AbortSignal): () => void {
  let isRunning = false;
  const failedAt = new Map<string, number>();
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await exclusively(deps.db, () => makeSmallCopies(deps, signal, failedAt), SMALL_COPIES_LOCK).catch(
      (error) => {
        if (!signal.aborted)
          deps.log.warn({ err: error }, 'Could not make a small copy. The next run tries again.');
      },
    );
    isRunning = false;
  };
  const timer = setInterval(() => void run(), SMALL_COPIES_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the function that ends it. */
export function scheduleJobs(deps: Deps): () => void {
  const ending = new AbortController();
  const failed = (error: unknown) => deps.log.error({ err: error }, 'The hourly jobs could not start');
  const begin = async () => {
    await runJobs(deps);
    await makeEnvelopes(deps, ending.signal).catch((error) =>
      deps.log.error({ err: error }, 'Spectral envelopes could not be made'),
    );
  };
  const first = setTimeout(() => void exclusively(deps.db, begin).catch(failed), FIRST_RUN_MS);
  const timer = setInterval(() => void exclusively(deps.db, () => runJobs(deps)).catch(failed), HOUR_MS);
  const endCopies = scheduleSmallCopies(deps, ending.signal);
  for (const each of [first, timer]) each.unref();
  return () => {
    ending.abort();
    clearTimeout(first);
    clearInterval(timer);
    endCopies();
  };
}
