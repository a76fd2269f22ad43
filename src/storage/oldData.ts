// Local storage of an earlier version of the app, its backup, and the clean-up.
import { storageError } from './errors.ts';
import { isDeadAddress, OLD_BACKUP, OLD_DATABASE, OLD_PENDING, OLD_USELESS } from './leftovers.ts';

/** As it was stored, unchecked; text when it is no JSON, null when it is absent. */
export interface OldData {
  pendingUploads: unknown;
  centralDatabase: unknown;
}

function storedAt(key: string): unknown {
  const text = localStorage.getItem(key) ?? 'null';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Null when there is nothing to move, or a backup shows that it was moved. */
export function readOldData(): OldData | null {
  const data = { pendingUploads: storedAt(OLD_PENDING), centralDatabase: storedAt(OLD_DATABASE) };
  const isEmpty = data.pendingUploads === null && data.centralDatabase === null;
  return isEmpty || localStorage.getItem(OLD_BACKUP) !== null ? null : data;
}

/**
 * Moves everything into the backup unchanged. Local storage holds 5 million characters, not enough for both. Throws
 * `storage_full` and changes nothing when the backup does not fit either. `migratedAt` is an ISO time.
 */
export function backUpOldData(migratedAt: string): void {
  const texts = [OLD_PENDING, OLD_DATABASE].map((key) => [key, localStorage.getItem(key)] as const);
  const [pendingUploads, centralDatabase] = [storedAt(OLD_PENDING), storedAt(OLD_DATABASE)];
  for (const [key] of texts) localStorage.removeItem(key);
  try {
    localStorage.setItem(OLD_BACKUP, JSON.stringify({ pendingUploads, centralDatabase, migratedAt }));
  } catch (error) {
    for (const [key, text] of texts) if (text !== null) localStorage.setItem(key, text);
    throw storageError(error);
  }
}

/** Removes useless keys: simulated answers, and object URLs of closed pages. */
export function clearOldKeys(): void {
  for (const key of OLD_USELESS) localStorage.removeItem(key);
  for (const [key, value] of Object.entries(sessionStorage))
    if (isDeadAddress(String(value))) sessionStorage.removeItem(key);
}

/** Deletes the backup, with all personal data of the earlier version. Data that was never moved stays. */
export function forgetOldBackup(): void {
  try {
    localStorage.removeItem(OLD_BACKUP);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
