// Audio files that are not takes: what a person picked, and what the editor exported. Kept as Blobs, which the
// browser stores on disk; reading one never brings its bytes into the page's heap.
import { newId } from '../lib/ids.ts';
import { answered, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { fileReference, forgetEdit } from './references.ts';

export interface StoredFile {
  id: string;
  name: string;
  /** MIME type, possibly empty. */
  type: string;
  sizeBytes: number;
  blob: Blob;
  /** Milliseconds since 1970. */
  storedAt: number;
  /** Where it came from: picked by a person, or exported from this take or file (a reference). */
  madeFrom: string | null;
}

/** Stores a copy; rejects with `storage_full`. */
export async function putFile(blob: Blob, name: string, madeFrom: string | null = null): Promise<StoredFile> {
  const file: StoredFile = {
    id: newId(),
    name,
    type: blob.type,
    sizeBytes: blob.size,
    blob,
    storedAt: Date.now(),
    madeFrom,
  };
  await transact(['files'], 'readwrite', (t) => void t.objectStore('files').put(file), 'strict');
  return file;
}

/** Rejects with `not_found`. */
export async function getFile(id: string): Promise<StoredFile> {
  const file = await transact(['files'], 'readonly', (t) =>
    answered<StoredFile | undefined>(t.objectStore('files').get(id)),
  );
  if (!file) throw new StorageError('not_found');
  return file;
}

export async function deleteFile(id: string): Promise<void> {
  await transact(['files', 'notes'], 'readwrite', (t) => {
    forgetEdit(t, fileReference(id));
    t.objectStore('files').delete(id);
  });
}

/** Removes files older than `maxAgeMs` that `inUse` does not name. */
export async function sweepFiles(
  inUse: ReadonlySet<string>,
  maxAgeMs: number,
  now: number = Date.now(),
): Promise<void> {
  await transact(['files', 'notes'], 'readwrite', async (t) => {
    const store = t.objectStore('files');
    const keys = await answered(store.getAllKeys());
    for (const key of keys) {
      if (inUse.has(String(key))) continue;
      const file = await answered<StoredFile | undefined>(store.get(key));
      if (!file || now - file.storedAt <= maxAgeMs) continue;
      forgetEdit(t, fileReference(file.id));
      store.delete(key);
    }
  });
}
