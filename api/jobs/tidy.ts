// Leftovers of a crash: half-received files, blobs whose deletion was committed but not done, blobs that never
// got their row. Nothing that a row needs is ever touched.
import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { doomedBlobs, unlinkBlob } from '../tracks/doomedStore.ts';
import { isTrackFile, trackFiles } from '../tracks/fileQueries.ts';
import { holding, isHeld } from '../uploads/holding.ts';
import { isUploadFile, waitingFiles } from '../uploads/queries.ts';
import { expiredTransfers, isTransferFile } from '../uploads/transferStore.ts';
import { dropTransfer } from '../uploads/transfers.ts';

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
 * is never touched. Returns how many.
 */
export async function tidyTransfers(deps: TidyDeps, orphanGraceMs: number): Promise<number> {
  const now = deps.now();
  const expired = await expiredTransfers(deps.db, now, TRANSFERS_PER_RUN);
  let removed = 0;
  for (const transfer of expired) {
    if (isHeld(transfer.account_id, transfer.upload_key)) continue;
    await holding(
      transfer.account_id,
      transfer.upload_key,
      () => {},
      () => dropTransfer(deps, transfer),
    );
    removed++;
  }
  for await (const { name, modifiedAt } of deps.blobs.pieces.list()) {
    if (modifiedAt > now - orphanGraceMs || (await isTransferFile(deps.db, name))) continue;
    await deps.blobs.pieces.remove(name);
    removed++;
  }
  return removed;
}

/** Unlinks what transactions have doomed; a crash between commit and unlink is made good here. */
export async function unlinkDoomed(deps: TidyDeps): Promise<number> {
  const doomed = await doomedBlobs(deps.db);
  for (const file of doomed) await unlinkBlob(deps, file);
  return doomed.length;
}

/** Takes the database's log back to nothing; a disk too full for that leaves it as it is. */
export const emptyLogIfPossible = ({ emptyLog, log }: Pick<Deps, 'emptyLog' | 'log'>): Promise<void> =>
  emptyLog().catch((error) => log.warn({ err: error }, 'the log stays as it is'));

const isNeeded = async ({ db }: TidyDeps, file: string): Promise<boolean> =>
  (await isTrackFile(db, file)) || (await isUploadFile(db, file));

export interface SweepReport {
  /** Blobs without a row, older than the grace time. */
  orphans: string[];
  /** Files that rows name and that are not there. */
  missing: string[];
}

/**
 * Finds blobs without rows and rows without blobs. Orphans older than `graceMs` are removed unless `dryRun`;
 * the grace time keeps uploads safe whose row is about to be written.
 */
export async function sweep(deps: TidyDeps, graceMs: number, dryRun: boolean): Promise<SweepReport> {
  const orphans: string[] = [];
  const listed = new Set<string>();
  for await (const file of deps.blobs.list()) {
    listed.add(file);
    if (await isNeeded(deps, file)) continue;
    const blob = await deps.blobs.stat(file);
    if (!blob || blob.modifiedAt > deps.now() - graceMs) continue;
    orphans.push(file);
    if (!dryRun) await deps.blobs.remove(file);
  }
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
  return { orphans, missing };
}
