// Leftovers of a crash: half-received files, blobs whose deletion was committed but not done, blobs that never
// got their row. Nothing that a row needs is ever touched, and whoever deletes here logs the names.
import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { doomedBlobs, spareBlob, unlinkBlob } from '../tracks/doomedStore.ts';
import { isTrackFile, trackFiles } from '../tracks/fileQueries.ts';
import { isUploadFile, waitingFiles } from '../uploads/queries.ts';
import { expiredTransfers, isTransferFile } from '../uploads/transferStore.ts';
import { dropTransfer, holding, isHeld } from '../uploads/transfers.ts';

/** Unfinished uploads given up in one run. */
const TRANSFERS_PER_RUN = 1000;

/** `now` is the time ages are counted by; the schedule hands in that of deletions. */
type TidyDeps = Pick<Deps, 'db' | 'blobs' | 'now'>;

/** Removes temporary files not written to for `olderThanMs`. Returns how many. */
export const tidyTemporaryFiles = (
  { temporary, now }: Pick<Deps, 'temporary' | 'now'>,
  olderThanMs: number,
): Promise<number> => temporary.removeOlder(now() - olderThanMs);

/**
 * Removes unfinished resumable uploads past their time and files that belong to none. One that is being written
 * is never touched. Returns the names.
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
 * Unlinks what transactions have doomed; a crash between commit and unlink is made good here. A file that a row names, as
 * after a restore, stays. Returns the names of both.
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

/** Takes the database's log back to nothing; a disk too full for that leaves it as it is. */
export const emptyLogIfPossible = ({ emptyLog, log }: Pick<Deps, 'emptyLog' | 'log'>): Promise<void> =>
  emptyLog().catch((error) => log.warn({ err: error }, 'the log stays as it is'));

const isNeeded = async ({ db }: TidyDeps, file: string): Promise<boolean> =>
  (await isTrackFile(db, file)) || (await isUploadFile(db, file));

/** Orphans are deleted so long after they were moved to quarantine. */
const QUARANTINE_MS = 7 * 24 * 3600 * 1000;
/** A small store may have so many leftovers of crashes, where more files have a row. */
const FEW_ORPHANS = 10;

export interface SweepReport {
  /** Blobs without a row, older than the grace time. */
  orphans: string[];
  /** Of those, what was moved to quarantine. */
  moved: string[];
  /** What is in quarantine and has a row: moved back. */
  returned: string[];
  /** What was in quarantine for its time: deleted. */
  deleted: string[];
  /** Why orphans stay where they are; null when they were moved. */
  refusal: string | null;
  /** Files that rows name and that are not there. */
  missing: string[];
}

/** Why `orphans` files may not be moved, or null. */
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

/** Every file in the store whose row is there; what a row names comes out of quarantine first. */
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

async function missingFiles(deps: TidyDeps, listed: ReadonlySet<string>): Promise<string[]> {
  const missing: string[] = [];
  const look = async ({ file, envelope }: { file: string; envelope: string | null }) => {
    for (const name of envelope === null ? [file] : [file, envelope]) {
      if (listed.has(name)) continue;
      // What came since the list began is asked for by name, one in a turn of the event loop: a disk answers at once.
      await setImmediate();
      if (!(await deps.blobs.stat(name))) missing.push(name);
    }
  };
  for await (const named of trackFiles(deps.db)) await look(named);
  for (const named of await waitingFiles(deps.db, null)) await look(named);
  return missing;
}

/**
 * Finds blobs without rows and rows without blobs. Orphans older than `graceMs` go into quarantine, unless they are too
 * many to be leftovers; after a week there they are deleted. The grace time keeps uploads safe whose row is about to be
 * written. `dryRun` changes nothing.
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
      // A row may have come since the list began.
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
  const missing = await missingFiles(deps, listed);
  return { orphans, moved, returned, deleted, refusal, missing };
}
