// A backup in place of an installation, which may be damaged, half gone, of another version, or not there at all.
// Everything is prepared beside it; then one rename replaces it. Killed at any moment this leaves the installation as
// it was or the restored one, and a repeat completes it: what must survive is in the ledger's mirror before anything
// else happens.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appendAudit, continueAudit, firstBrokenAudit, keyAuditLog } from '../db/auditLog.ts';
import { openDatabase } from '../db/client.ts';
import { checkBackup, copyDatabase, neededFiles, removeDatabase } from '../db/copy.ts';
import { openRawDatabase } from '../db/driver.ts';
import { syncPath } from '../db/durableFile.ts';
import { databaseFault } from '../db/faults.ts';
import { holdInstallation } from '../db/instanceLock.ts';
import { type LedgerEntry, ledgerKey } from '../db/ledger.ts';
import { appendToMirror, mirrorFile, readMirror } from '../db/ledgerMirror.ts';
import { type Salvage, salvage } from '../db/salvage.ts';
import type { Env } from '../env.ts';
import { createDiskStore } from '../storage/disk.ts';
import { openStorage } from '../storage/open.ts';
import { openServerKeys } from '../storage/serverKey.ts';
import { openTemporaryFiles } from '../storage/temporary.ts';
import { BACKUP_BLOBS, BACKUP_DATABASE, type BackupReport } from './backup.ts';
import { copyBlobs } from './blobCopies.ts';
import { keepAccess } from './keepAccess.ts';
import { replayLedger, union } from './replay.ts';

type Places = Pick<
  Env,
  'databaseFile' | 'storage' | 'formerStorage' | 'temporaryDirectory' | 'dataDirectory'
>;

export interface RestoreReport extends BackupReport {
  /** False when the installation could not say who may enter: sessions and passwords are those of the backup. */
  accessKept: boolean;
  /** Position of the first row of the audit log that does not fit under the server's key; null when all do. */
  brokenAudit: number | null;
}

const stagedFile = (databaseFile: string): string => `${databaseFile}.restoring`;

/** What a restore that was cut off has prepared: it may hold what has been erased since its backup. */
export const removeHalfRestored = (databaseFile: string): void => removeDatabase(stagedFile(databaseFile));

/**
 * Puts a backup in place of an installation. What has been erased, decided or revoked since the backup stays so, as far
 * as the installation or the ledger's mirror can still tell. Throws an Error with a sentence, before anything is
 * touched, when a server is running there or the backup cannot be used.
 */
export async function restore(places: Places, directory: string): Promise<RestoreReport> {
  const source = join(directory, BACKUP_DATABASE);
  await checkBackup(source);
  const lock = await holdInstallation(places);
  try {
    return await replace(places, directory);
  } finally {
    lock.release();
  }
}

async function replace(places: Places, directory: string): Promise<RestoreReport> {
  const { databaseFile } = places;
  removeHalfRestored(databaseFile);
  const old = await salvage(databaseFile);
  const ledger = rescueLedger(databaseFile, old);
  const staged = stagedFile(databaseFile);
  try {
    await copyDatabase(join(directory, BACKUP_DATABASE), staged);
    const brokenAudit = await prepare(places, staged, old, ledger);
    const names = await neededFiles(staged);
    const kept = createDiskStore(join(directory, BACKUP_BLOBS));
    const temporary = openTemporaryFiles(places.temporaryDirectory);
    const target = await openStorage(places);
    const missing = await copyBlobs(names, kept, target, temporary).finally(target.close);
    await settleLog(databaseFile);
    renameSync(staged, databaseFile);
    syncPath(dirname(databaseFile));
    return { blobs: names.length - missing.length, missing, accessKept: old.sessions !== null, brokenAudit };
  } catch (error) {
    removeHalfRestored(databaseFile);
    throw error;
  }
}

/** When this returns, the mirror holds what the installation knows, so that every repeat knows it, too. */
function rescueLedger(databaseFile: string, old: Salvage): LedgerEntry[] {
  const mirror = mirrorFile(databaseFile);
  const mirrored = readMirror(mirror);
  const known = new Set(mirrored.map(ledgerKey));
  appendToMirror(
    mirror,
    old.ledger.filter((entry) => !known.has(ledgerKey(entry))),
  );
  return union([mirrored, old.ledger]);
}

/**
 * Brings the copy up to date in every sense; it is whole, alone and on the disk when this returns. Answers where its
 * audit log breaks, or null.
 */
async function prepare(
  { dataDirectory }: Places,
  staged: string,
  old: Salvage,
  ledger: readonly LedgerEntry[],
): Promise<number | null> {
  const key = openServerKeys(dataDirectory).audit;
  const { db, raw, close } = await openDatabase(staged);
  let brokenAudit: number | null;
  try {
    await keyAuditLog(db, key);
    await db.transaction().execute(async (tx) => {
      await replayLedger(tx, ledger);
      await keepAccess(tx, old);
      const deedsKept = await continueAudit(tx, old.audit, key);
      const detail = { ledger: ledger.length, deedsKept };
      const target = { targetType: 'database', targetId: 'backup' };
      const deed = { actorId: 'shell', action: 'restore', ...target, detail, before: null, after: null };
      await appendAudit(tx, deed, Date.now(), key);
    });
    brokenAudit = await firstBrokenAudit(db, key);
    // One file, complete by itself: reading it creates no other file beside it.
    raw.exec('PRAGMA journal_mode = DELETE');
  } finally {
    await close();
  }
  syncPath(staged);
  return brokenAudit;
}

/**
 * Moves what the replaced database has in its write-ahead log into it and ends the log: it must never be applied to
 * another file. Until the rename the old database is as readable as it was. Throws when somebody else has it open.
 */
async function settleLog(databaseFile: string): Promise<void> {
  if (existsSync(databaseFile)) {
    try {
      const database = await openRawDatabase(databaseFile);
      try {
        const [outcome] = database.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
        if (outcome?.busy) throw new Error(`another program has ${databaseFile} open`);
      } finally {
        database.close();
      }
    } catch (error) {
      // Neither file nor log can be read: there is nothing left to keep.
      if (databaseFault(error) !== 'damaged') throw error;
    }
  }
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(databaseFile + suffix, { force: true });
  syncPath(dirname(databaseFile));
}
