// Leftovers of a crash: half-received files, blobs whose deletion was committed but not done, blobs that never
// got their row. Nothing that a row needs is ever touched.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { TRANSFER_NAME } from '../storage/blobs.ts';
import { unlinkBlob } from '../tracks/store.ts';
import { dropTransfer, holding, isHeld } from '../uploads/transfers.ts';

/** Unfinished uploads given up in one run. */
const TRANSFERS_PER_RUN = 1000;

/** `now` is the time ages are counted by; the schedule hands in that of deletions. */
type TidyDeps = Pick<Deps, 'db' | 'blobs' | 'now'>;

/** Removes temporary files not written to for `olderThanMs`. Returns how many. */
export async function tidyTemporaryFiles(deps: TidyDeps, olderThanMs: number): Promise<number> {
  const directory = deps.blobs.temporaryDirectory;
  let removed = 0;
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part')) continue;
    const path = join(directory, name);
    const info = await stat(path).catch(() => null);
    if (!info || info.mtimeMs > deps.now() - olderThanMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

/**
 * Removes unfinished resumable uploads past their time and files that belong to none. One that is being written
 * is never touched. Returns how many.
 */
export async function tidyTransfers(deps: TidyDeps, orphanGraceMs: number): Promise<number> {
  const now = deps.now();
  const expired = await deps.db
    .selectFrom('transfers')
    .select(['id', 'account_id', 'upload_key', 'file'])
    .where('expires_at', '<', now)
    .limit(TRANSFERS_PER_RUN)
    .execute();
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
  for (const name of await readdir(deps.blobs.temporaryDirectory)) {
    if (!TRANSFER_NAME.test(name)) continue;
    const row = await deps.db
      .selectFrom('transfers')
      .select('id')
      .where('file', '=', name)
      .executeTakeFirst();
    const path = deps.blobs.transferPath(name);
    const info = row ? null : await stat(path).catch(() => null);
    if (!info || info.mtimeMs > now - orphanGraceMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

/** Unlinks what transactions have doomed; a crash between commit and unlink is made good here. */
export async function unlinkDoomed(deps: TidyDeps): Promise<number> {
  const doomed = await deps.db.selectFrom('doomed_blobs').select('file').execute();
  for (const { file } of doomed) await unlinkBlob(deps, file);
  return doomed.length;
}

async function isNeeded(deps: TidyDeps, file: string): Promise<boolean> {
  const track = await deps.db.selectFrom('tracks').select('id').where('file', '=', file).executeTakeFirst();
  if (track) return true;
  const upload = await deps.db
    .selectFrom('uploads')
    .select('id')
    .where('file', '=', file)
    .where('status', '<>', 'rejected')
    .executeTakeFirst();
  return upload !== undefined;
}

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
  for await (const file of deps.blobs.list()) {
    if (await isNeeded(deps, file)) continue;
    const blob = await deps.blobs.stat(file);
    if (!blob || blob.modifiedAt > deps.now() - graceMs) continue;
    orphans.push(file);
    if (!dryRun) await deps.blobs.remove(file);
  }
  const named = [
    ...(await deps.db.selectFrom('tracks').select('file').execute()),
    ...(await deps.db.selectFrom('uploads').select('file').where('status', '=', 'pending_review').execute()),
  ];
  const missing: string[] = [];
  for (const { file } of named) if (!(await deps.blobs.stat(file))) missing.push(file);
  return { orphans, missing };
}
