// A backup in place of an installation, which may be damaged, half gone, of another version, or not there at all.
// Everything is prepared beside it; then one rename replaces it. Killed at any moment this leaves the installation as
// it was or the restored one, and a repeat completes it: what must survive is in the ledger's mirror before anything
// else happens.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appendAudit, continueAudit, firstBrokenAudit, keyAuditLog } from '../db/auditLog.ts';
import { type Db, openDatabase } from '../db/client.ts';
import { checkBackup, copyDatabase, neededFiles, removeDatabase } from '../db/copy.ts';
import { openRawDatabase } from '../db/driver.ts';
import { syncPath, writeDurably } from '../db/durableFile.ts';
import { databaseFault } from '../db/faults.ts';
import { holdInstallation } from '../db/instanceLock.ts';
import { type LedgerEntry, ledgerKey } from '../db/ledger.ts';
import { appendToMirror, mirrorFile, readMirror } from '../db/ledgerMirror.ts';
import { type Salvage, salvage } from '../db/salvage.ts';
import { INSTALLATION, insertSetting, readSetting } from '../db/settings.ts';
import type { Env } from '../env.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { createDiskStore } from '../storage/disk.ts';
import { openStorage } from '../storage/open.ts';
import { KEY_BYTES, KEY_FILE, readServerKey, serverKeysOf } from '../storage/serverKey.ts';
import { openTemporaryFiles } from '../storage/temporary.ts';
import { placeName } from '../storageUrl.ts';
import { BACKUP_BLOBS, BACKUP_DATABASE, type BackupReport, copyBlobs } from './backup.ts';
import { keepAccess } from './keepAccess.ts';
import { keyFits, noteKey } from './ownKey.ts';
import { replayLedger, union } from './replay.ts';

type Places = Pick<
  Env,
  | 'databaseFile'
  | 'postgres'
  | 'storage'
  | 'formerStorage'
  | 'temporaryDirectory'
  | 'dataDirectory'
  | 'adoptsStorage'
  | 'replacesServerKey'
>;

export interface RestoreReport extends BackupReport {
  /** False when the installation could not say who may enter: sessions and passwords are those of the backup. */
  accessKept: boolean;
  /** Position of the first row of the audit log that does not fit under the server's key; null when all do. */
  brokenAudit: number | null;
}

const stagedFile = (databaseFile: string): string => `${databaseFile}.restoring`;

/** What a restore that was cut off has prepared: it may hold what has been erased since its backup. */
export function removeHalfRestored(databaseFile: string): void {
  removeDatabase(stagedFile(databaseFile));
  removeDatabase(`${stagedFile(databaseFile)}.compact`);
}

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
  const target = await openStorage(places);
  try {
    await copyDatabase(join(directory, BACKUP_DATABASE), staged);
    const owners = await target.owners();
    const prepared = await prepare(places, directory, staged, { old, ledger, owners });
    const files = await neededFiles(staged);
    await takeOutOfQuarantine(target, new Set(files.map(({ name }) => name)));
    const kept = createDiskStore(join(directory, BACKUP_BLOBS));
    const temporary = openTemporaryFiles(places.temporaryDirectory);
    const missing = await copyBlobs(files, kept, target, temporary);
    if (owners.some((owner) => owner !== prepared.installation)) await target.claim(prepared.installation);
    await settleLog(databaseFile);
    installKey(places.dataDirectory, prepared.secret);
    renameSync(staged, databaseFile);
    syncPath(dirname(databaseFile));
    const accessKept = old.sessions !== null;
    const { brokenAudit } = prepared;
    return { blobs: files.length - missing.length, missing, hasKey: true, accessKept, brokenAudit };
  } catch (error) {
    removeHalfRestored(databaseFile);
    throw error;
  } finally {
    target.close();
  }
}

/** Files that a row of the backup names, and that a sweep has moved since. */
async function takeOutOfQuarantine(target: BlobStore, needed: ReadonlySet<string>): Promise<void> {
  const names: string[] = [];
  for await (const { name } of target.quarantine.list()) if (needed.has(name)) names.push(name);
  for (const name of names) await target.quarantine.release(name);
}

/** The key of the restored database in its place; another one that was there stays beside it. */
function installKey(dataDirectory: string, secret: Buffer): void {
  const known = readServerKey(dataDirectory);
  if (known?.equals(secret)) return;
  const file = join(dataDirectory, KEY_FILE);
  if (known) writeDurably(`${file}.replaced`, known);
  writeDurably(file, secret);
}

/** The key under which the backup was made: that of the installation, or the one beside the backup. */
async function keyOf(
  db: Db,
  { dataDirectory, replacesServerKey }: Places,
  directory: string,
): Promise<Buffer> {
  const found = [readServerKey(dataDirectory), readServerKey(directory)].filter((key) => key !== null);
  const answers: (boolean | null)[] = [];
  for (const secret of found) answers.push(await keyFits(db, serverKeysOf(secret)));
  const fitting = found[answers.indexOf(true)] ?? found[answers.indexOf(null)];
  if (fitting) return fitting;
  if (replacesServerKey) return found[0] ?? randomBytes(KEY_BYTES);
  throw new Error(
    `${found.length === 0 ? 'There is no' : 'This is not the'} server.key of the backup, neither in ${directory} nor in ` +
      `${dataDirectory}. Nothing was changed. Copy it to ${directory}. Only if it is lost for good: restore with ` +
      'SERVER_KEY_REPLACE=on; consent links end then, and the audit log so far cannot be verified.',
  );
}

/** Throws when what is to be replaced belongs to another installation than the backup. Answers the id of the restored one. */
async function installationOf(
  db: Db,
  { databaseFile, adoptsStorage, ...places }: Places,
  { old, owners }: Pick<Replaced, 'old' | 'owners'>,
): Promise<string> {
  const there = [...owners, old.installation].filter((id) => id !== null);
  await insertSetting(db, INSTALLATION, there[0] ?? randomUUID());
  const own = (await readSetting(db, INSTALLATION)) ?? '';
  if (adoptsStorage || there.every((id) => id === own)) return own;
  throw new Error(
    `The database ${databaseFile} (DATABASE_URL) or the audio store ${placeName(places.storage)} (STORAGE_URL) belongs to ` +
      'another installation than the backup. Nothing was changed. If it is meant, restore with STORAGE_ADOPT=on.',
  );
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

/** What is there before the restore. */
interface Replaced {
  old: Salvage;
  ledger: readonly LedgerEntry[];
  owners: readonly (string | null)[];
}

interface Prepared {
  installation: string;
  /** The server's key. */
  secret: Buffer;
  /** Where its audit log breaks, or null. */
  brokenAudit: number | null;
}

/** Brings the copy up to date in every sense; it is whole, alone and on the disk when this returns. */
async function prepare(
  places: Places,
  directory: string,
  staged: string,
  replaced: Replaced,
): Promise<Prepared> {
  const { db, raw, close } = await openDatabase(staged);
  let prepared: Prepared;
  try {
    const secret = await keyOf(db, places, directory);
    const keys = serverKeysOf(secret);
    const key = keys.audit;
    const installation = await installationOf(db, places, replaced);
    await noteKey(db, keys);
    await keyAuditLog(db, key);
    await db.transaction().execute(async (tx) => {
      const { ledger, old } = replaced;
      await replayLedger(tx, ledger);
      await keepAccess(tx, old);
      const deedsKept = await continueAudit(tx, old.audit, key);
      const detail = { ledger: ledger.length, deedsKept };
      const target = { targetType: 'database', targetId: 'backup' };
      const deed = { actorId: 'shell', action: 'restore', ...target, detail, before: null, after: null };
      await appendAudit(tx, deed, Date.now(), key);
    });
    prepared = { installation, secret, brokenAudit: await firstBrokenAudit(db, key) };
    // One file, complete by itself: reading it creates no other file beside it.
    raw.exec('PRAGMA journal_mode = DELETE');
  } finally {
    await close();
  }
  await compact(staged);
  return prepared;
}

/** Writes the file anew: pages keep no second copy of a row that the ledger has erased. */
async function compact(staged: string): Promise<void> {
  const anew = `${staged}.compact`;
  removeDatabase(anew);
  await copyDatabase(staged, anew);
  removeDatabase(staged);
  renameSync(anew, staged);
  syncPath(staged);
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
