// Replaces an installation by a backup. The installation may be damaged, incomplete, of another version, or missing.
// The new database is prepared next to the old one, then one rename replaces it. If interrupted, either the old or the restored
// one is in place; run it again to complete it. Erasures that must survive are written to the ledger's mirror first.
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
import { fittingRows, type Salvage, type SalvagedRow, salvage } from '../db/salvage.ts';
import { INSTALLATION, insertSetting, readSetting } from '../db/settings.ts';
import type { Env } from '../env.ts';
import type { EvidenceRow } from '../evidence/queries.ts';
import { repeatCase } from '../evidence/store.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { createDiskStore } from '../storage/disk.ts';
import { requireFolders } from '../storage/folders.ts';
import { openStorage } from '../storage/open.ts';
import { KEY_BYTES, KEY_FILE, readServerKey, serverKeysOf } from '../storage/serverKey.ts';
import { openTemporaryFiles } from '../storage/temporary.ts';
import { placeName } from '../storageUrl.ts';
import { BACKUP_BLOBS, BACKUP_DATABASE, type BackupReport, copyBlobs } from './backup.ts';
import { keepAccess } from './keepAccess.ts';
import { keyFits, noteKey } from './ownKey.ts';
import { replayLedger, union } from './replay.ts';

const CASE_TEXTS = ['id', 'subject', 'subject_id', 'cause', 'snapshot_json'];
const CASE_TIMES = ['held_at', 'last_event_at'];

/** A damaged file may yield anything. */
const isCase = (row: SalvagedRow): boolean =>
  CASE_TEXTS.every((column) => typeof row[column] === 'string') &&
  CASE_TIMES.every((column) => typeof row[column] === 'number');

/**
 * Keeps sealed evidence through a restore: the replaced database knows every case, the backup only older ones. The audio is in the
 * store. Call inside a transaction, after the ledger was replayed: repeated decisions seal again, with less.
 */
async function keepEvidence(
  db: Db,
  { evidence }: Pick<Salvage, 'evidence'>,
  ledger: readonly LedgerEntry[],
): Promise<void> {
  const ended = new Set(ledger.filter(({ kind }) => kind === 'evidence').map(({ id }) => id));
  for (const row of (await fittingRows(db, 'evidence', evidence)).filter(isCase)) {
    if (!ended.has(String(row.id))) await repeatCase(db, row as unknown as EvidenceRow);
  }
}

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
  /** False when the sessions and passwords of the replaced database could not be read: those of the backup apply. */
  preservesAccess: boolean;
  /** False when the sealed evidence of the replaced database could not be read completely: cases since the backup may be lost. */
  preservesEvidence: boolean;
  /** Position of the first row of the audit log that does not match the server's key; null when all match. */
  brokenAudit: number | null;
}

const stagedFile = (databaseFile: string): string => `${databaseFile}.restoring`;

/** Removes what an interrupted restore prepared: it may contain data that was erased since the backup. */
export function removeHalfRestored(databaseFile: string): void {
  removeDatabase(stagedFile(databaseFile));
  removeDatabase(`${stagedFile(databaseFile)}.compact`);
}

/**
 * Replaces an installation by a backup. Keeps erasures, decisions and revoked sessions since the backup if the old database
 * or the ledger's mirror is readable, and sealed evidence if the old database is. Throws a sentence, before changing anything,
 * when a server is running there or the backup cannot be used.
 */
export async function restore(places: Places, directory: string): Promise<RestoreReport> {
  const source = join(directory, BACKUP_DATABASE);
  if (!existsSync(source)) throw new Error(`${source} is missing: ${directory} is not a backup.`);
  await checkBackup(source);
  requireFolders(places);
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
    const backup = createDiskStore(join(directory, BACKUP_BLOBS));
    const temporary = openTemporaryFiles(places.temporaryDirectory);
    const missing = await copyBlobs(files, backup, target, temporary);
    if (owners.some((owner) => owner !== prepared.installation)) await target.claim(prepared.installation);
    await emptyOldLog(databaseFile);
    installKey(places.dataDirectory, prepared.secret);
    renameSync(staged, databaseFile);
    syncPath(dirname(databaseFile));
    return {
      blobs: files.length - missing.length,
      missing,
      hasKey: true,
      preservesAccess: old.sessions !== null,
      preservesEvidence: old.hasAllEvidence,
      brokenAudit: prepared.brokenAudit,
    };
  } catch (error) {
    removeHalfRestored(databaseFile);
    throw error;
  } finally {
    target.close();
  }
}

/** Moves files back that a row of the backup names and that a sweep has quarantined since. */
async function takeOutOfQuarantine(target: BlobStore, needed: ReadonlySet<string>): Promise<void> {
  const names: string[] = [];
  for await (const { name } of target.quarantine.list()) if (needed.has(name)) names.push(name);
  for (const name of names) await target.quarantine.release(name);
}

/** Installs the key of the restored database; a different key that was there is renamed to `server.key.replaced`. */
function installKey(dataDirectory: string, secret: Buffer): void {
  const known = readServerKey(dataDirectory);
  if (known?.equals(secret)) return;
  const file = join(dataDirectory, KEY_FILE);
  if (known) writeDurably(`${file}.replaced`, known);
  writeDurably(file, secret);
}

/** The key that the backup was made with: that of the installation, or the one in the backup. */
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
      `${dataDirectory}. Nothing was changed. Copy it to ${directory}. Only if it is lost: restore with ` +
      'SERVER_KEY_REPLACE=on. Consent links then stop working, and the existing audit log cannot be verified.',
  );
}

/** Returns the id of the restored installation. Throws when the database or the store to replace belongs to another one. */
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
      'another installation than the backup. Nothing was changed. To replace it anyway, restore with STORAGE_ADOPT=on.',
  );
}

/** Writes what the old database knows into the mirror, so that a repeated restore knows it too. */
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

/** The state before the restore. */
interface Replaced {
  old: Salvage;
  ledger: readonly LedgerEntry[];
  owners: readonly (string | null)[];
}

interface Prepared {
  installation: string;
  /** The server's key. */
  secret: Buffer;
  /** As in `RestoreReport`. */
  brokenAudit: number | null;
}

/** Brings the copy up to date. When it resolves, the copy is a single complete file on the disk. */
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
      await keepEvidence(tx, old, ledger);
      await keepAccess(tx, old);
      const preservedActions = await continueAudit(tx, old.audit, key);
      const detail = { ledger: ledger.length, preservedActions };
      const target = { targetType: 'database', targetId: 'backup' };
      const entry = { actorId: 'shell', action: 'restore', ...target, detail, before: null, after: null };
      await appendAudit(tx, entry, Date.now(), key);
    });
    prepared = { installation, secret, brokenAudit: await firstBrokenAudit(db, key) };
    // A single file: reading it creates no other file.
    raw.exec('PRAGMA journal_mode = DELETE');
  } finally {
    await close();
  }
  await compact(staged);
  return prepared;
}

/** Rewrites the file, so that no page keeps a copy of an erased row. */
async function compact(staged: string): Promise<void> {
  const compacted = `${staged}.compact`;
  removeDatabase(compacted);
  await copyDatabase(staged, compacted);
  removeDatabase(staged);
  renameSync(compacted, staged);
  syncPath(staged);
}

/**
 * Copies the write-ahead log of the old database into it and deletes the log, which must never be applied to the restored
 * file. Until the rename the old database stays readable. Throws when another program has it open.
 */
async function emptyOldLog(databaseFile: string): Promise<void> {
  if (existsSync(databaseFile)) {
    try {
      const database = await openRawDatabase(databaseFile);
      try {
        const [outcome] = database.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
        if (outcome?.busy)
          throw new Error(`Another program has ${databaseFile} open. Close it and restore again.`);
      } finally {
        database.close();
      }
    } catch (error) {
      // Neither the file nor its log can be read: nothing can be saved.
      if (databaseFault(error) !== 'damaged') throw error;
    }
  }
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(databaseFile + suffix, { force: true });
  syncPath(dirname(databaseFile));
}
