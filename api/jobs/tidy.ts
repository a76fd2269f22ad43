// Removes leftovers of a crash: half-received files, blobs whose deletion was committed but not done, blobs without a row.
// Never touches a file that a row needs. Callers log the deleted names.
import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { isSealed, sealedFiles } from '../evidence/queries.ts';
import { doomedBlobs, spareBlob, unlinkBlob } from '../tracks/doomedStore.ts';
import { isTrackFile, trackFiles } from '../tracks/fileQueries.ts';
import { forgetSmallCopy } from '../tracks/store.ts';
import { isUploadFile, waitingFiles } from '../uploads/queries.ts';
import { expiredTransfers, isTransferFile } from '../uploads/transferStore.ts';
import { dropTransfer, holding, isHeld } from '../uploads/transfers.ts';

/** Most unfinished uploads deleted in one run. */
const TRANSFERS_PER_RUN = 1000;

/** Ages are counted from `now`. */
type TidyDeps = Pick<Deps, 'db' | 'blobs' | 'now'>;

/** Removes temporary files not written to for `olderThanMs`. Returns how many. */
export const tidyTemporaryFiles = (
  { temporary, now }: Pick<Deps, 'temporary' | 'now'>,
  olderThanMs: number,
): Promise<number> => temporary.removeOlder(now() - olderThanMs);

/**
 * Removes expired resumable uploads and files that belong to none, except those being written. Returns the names.
 */
export async function tidyTransfers(deps: TidyDeps, orphanGraceMs: number): Promise<string[]> {
  const now = deps.now();
  const expired = await expiredTransfers(deps.db, now, TRANSFERS_PER_RUN);
  const removed: string[] = [];
  for (const transfer of expired) {
    if (isHeld(transfer.account_id, transfer.upload_key)) continue;
    await holding(
      transfer.account_id,
      transfer.upload_key,
      () => {},
      () => dropTransfer(deps, transfer),
    );
    removed.push(transfer.file);
  }
  for await (const { name, modifiedAt } of deps.blobs.pieces.list()) {
    if (modifiedAt > now - orphanGraceMs || (await isTransferFile(deps.db, name))) continue;
    await deps.blobs.pieces.remove(name);
    removed.push(name);
  }
  return removed;
}

/**
 * Deletes blobs that a transaction marked for deletion before a crash. A file that a row names, as after a restore, stays.
 * Returns the names of both.
 */
export async function unlinkDoomed(deps: TidyDeps): Promise<{ unlinked: string[]; spared: string[] }> {
  const unlinked: string[] = [];
  const spared: string[] = [];
  for (const file of await doomedBlobs(deps.db)) {
    if (await isNeeded(deps, file)) {
      await spareBlob(deps.db, file);
      spared.push(file);
    } else {
      await unlinkBlob(deps, file);
      unlinked.push(file);
    }
  }
  return { unlinked, spared };
}

/** Empties the database's log, unless the disk is too full. */
export const emptyLogIfPossible = ({ emptyLog, log }: Pick<Deps, 'emptyLog' | 'log'>): Promise<void> =>
  emptyLog().catch((error) =>
    log.warn({ err: error }, 'Could not empty the write-ahead log of the database'),
  );

const isNeeded = async ({ db }: TidyDeps, file: string): Promise<boolean> =>
  (await isTrackFile(db, file)) || (await isUploadFile(db, file)) || (await isSealed(db, file));

/** Orphans are deleted this long after they were moved to quarantine. */
const QUARANTINE_MS = 7 * 24 * 3600 * 1000;
/** Number of orphans that is always allowed, if as many files have a row. */
const FEW_ORPHANS = 10;

export interface SweepReport {
  /** Blobs without a row, older than the grace time. */
  orphans: string[];
  /** Orphans moved to quarantine. */
  moved: string[];
  /** Files in quarantine that have a row: moved back. */
  returned: string[];
  /** Files deleted after their time in quarantine. */
  deleted: string[];
  /** Why orphans stay in place; null when they were moved. */
  refusal: string | null;
  /** Missing files that rows name. */
  missing: string[];
}

/** Why the orphans may not be moved, or null. */
function refusalOf(
  { orphans, needed, aside }: { orphans: number; needed: number; aside: number },
  maxPercent: number,
): string | null {
  if (needed === 0) return 'no file in the store has a row';
  const all = orphans + needed + aside;
  const most = Math.max(Math.floor((all * maxPercent) / 100), Math.min(FEW_ORPHANS, needed));
  if (orphans + aside <= most) return null;
  return `${orphans} of ${all} files have no row and ${aside} are in quarantine; at most ${most} may be (SWEEP_MAX_PERCENT)`;
}

/** Moves files out of quarantine that have a row. `aside`: the other files there, with the time they were moved. */
async function takeBack(
  deps: TidyDeps,
  dryRun: boolean,
): Promise<{ returned: string[]; aside: Map<string, number> }> {
  const returned: string[] = [];
  const aside = new Map<string, number>();
  for await (const { name, movedAt } of deps.blobs.quarantine.list()) {
    if (await isNeeded(deps, name)) returned.push(name);
    else aside.set(name, movedAt);
  }
  if (!dryRun) for (const name of returned) await deps.blobs.quarantine.release(name);
  return { returned, aside };
}

/** Whether the store lacks this blob, which the listing may have missed. */
async function isMissing(deps: TidyDeps, listed: ReadonlySet<string>, name: string): Promise<boolean> {
  if (listed.has(name)) return false;
  // New since the listing: asked by name, one per turn of the event loop, because a disk answers synchronously.
  await setImmediate();
  return !(await deps.blobs.stat(name));
}

async function missingFiles(
  deps: TidyDeps,
  listed: ReadonlySet<string>,
): Promise<{ missing: string[]; missingSmall: string[] }> {
  const missing: string[] = [];
  const missingSmall: string[] = [];
  const check = async (name: string | null, found = missing) => {
    if (name !== null && (await isMissing(deps, listed, name))) found.push(name);
  };
  for await (const { file, envelope, small } of trackFiles(deps.db)) {
    await check(file);
    await check(envelope);
    await check(small, missingSmall);
  }
  for (const { file, envelope } of await waitingFiles(deps.db, null)) {
    await check(file);
    await check(envelope);
  }
  for (const file of await sealedFiles(deps.db)) await check(file);
  return { missing, missingSmall };
}

/**
 * Finds blobs without rows and rows without blobs. Orphans older than `graceMs` are moved to quarantine, unless they are too
 * many to be leftovers, and deleted after a week there. Rows forget missing small copies. The grace time protects uploads whose row is not written yet.
 * `dryRun` changes nothing.
 */
export async function sweep(
  deps: TidyDeps & Pick<Deps, 'env'>,
  graceMs: number,
  dryRun: boolean,
): Promise<SweepReport> {
  const { blobs } = deps;
  const { returned, aside } = await takeBack(deps, dryRun);
  const orphans: string[] = [];
  const listed = new Set<string>();
  let needed = 0;
  for await (const file of blobs.list()) {
    listed.add(file);
    if (await isNeeded(deps, file)) {
      needed++;
      continue;
    }
    const blob = await blobs.stat(file);
    if (blob && blob.modifiedAt <= deps.now() - graceMs) orphans.push(file);
  }
  const counts = { orphans: orphans.length, needed, aside: aside.size };
  const refusal = orphans.length === 0 ? null : refusalOf(counts, deps.env.sweepMaxPercent);
  const moved: string[] = [];
  const deleted: string[] = [];
  if (!dryRun && refusal === null && needed > 0) {
    for (const file of orphans) {
      // A row may have been written since the listing.
      if (await isNeeded(deps, file)) continue;
      await blobs.quarantine.put(file);
      moved.push(file);
    }
    for (const [name, movedAt] of aside) {
      if (movedAt > deps.now() - QUARANTINE_MS) continue;
      await blobs.quarantine.remove(name);
      deleted.push(name);
    }
  }
  const { missing, missingSmall } = await missingFiles(deps, listed);
  // A backup does not contain them.
  if (!dryRun) for (const name of missingSmall) await forgetSmallCopy(deps.db, name);
  return { orphans, moved, returned, deleted, refusal, missing };
}
