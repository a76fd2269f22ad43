// Audio files that are not takes: what a person picked, and what the editor exported. A picked one is kept as a Blob,
// which the browser stores on disk; an exported one lies where the engine wrote it, and its record says where. Reading
// either never brings its bytes into the page's heap.
import { newId } from '../lib/ids.ts';
import { answered, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { type KeptPath, openKept, removeKept, sweepKept } from './keptFiles.ts';
import { isOurs, ownerOfNew } from './owner.ts';
import { fileReference, forgetEdit } from './references.ts';

export interface StoredFile {
  id: string;
  /** Account; records of a visitor and of earlier versions have none. */
  of?: string;
  name: string;
  /** MIME type, possibly empty. */
  type: string;
  sizeBytes: number;
  /** Null where `path` says where the bytes are. */
  blob: Blob | null;
  /** In the origin's private file system; records of earlier versions have none. */
  path?: KeptPath;
  /** Milliseconds since 1970. */
  storedAt: number;
  /** Where it came from: picked by a person, or exported from this take or file (a reference). */
  madeFrom: string | null;
  /** Set once the server has it, while another tab has it open; earlier versions wrote none. */
  publishedAt?: number | null;
}

type Facts = Pick<StoredFile, 'name' | 'type' | 'sizeBytes' | 'madeFrom'>;

async function putRecord(facts: Facts, bytes: Pick<StoredFile, 'blob' | 'path'>): Promise<StoredFile> {
  const file: StoredFile = { ...facts, ...bytes, id: newId(), of: ownerOfNew(), storedAt: Date.now() };
  await transact(['files'], 'readwrite', (t) => void t.objectStore('files').put(file), 'strict');
  return file;
}

/** Stores a copy; rejects with `storage_full`. */
export const putFile = (blob: Blob, name: string, madeFrom: string | null = null): Promise<StoredFile> =>
  putRecord({ name, type: blob.type, sizeBytes: blob.size, madeFrom }, { blob });

/** Takes over a file that lies in the private file system already: nothing is copied. */
export const adoptFile = (path: KeptPath, facts: Facts): Promise<StoredFile> =>
  putRecord(facts, { blob: null, path });

/** Undefined when the account that is here has none. */
export async function recordOf(id: string): Promise<StoredFile | undefined> {
  const file = await transact(['files'], 'readonly', (t) =>
    answered<StoredFile | undefined>(t.objectStore('files').get(id)),
  );
  return file && isOurs(file) ? file : undefined;
}

/** The file with its bytes as a disk-backed Blob. Rejects with `not_found`. */
export async function getFile(id: string): Promise<StoredFile & { blob: Blob }> {
  const file = await recordOf(id);
  if (!file) throw new StorageError('not_found');
  if (file.blob) return { ...file, blob: file.blob };
  if (!file.path) throw new StorageError('not_found');
  return { ...file, blob: await openKept(file.path, file.type) };
}

/** Changes the record of a file that is still there. */
export async function markFile(id: string, fields: Partial<StoredFile>): Promise<void> {
  await transact(
    ['files'],
    'readwrite',
    async (t) => {
      const store = t.objectStore('files');
      const file = await answered<StoredFile | undefined>(store.get(id));
      if (file) store.put({ ...file, ...fields });
    },
    'strict',
  );
}

/** Removes published files that `inUse` does not name. */
export async function sweepPublishedFiles(inUse: ReadonlySet<string>): Promise<void> {
  for (const { id, publishedAt } of await allFiles()) if (publishedAt && !inUse.has(id)) await deleteFile(id);
}

/** Of every account that has something on this device. */
const allStoredFiles = () =>
  transact(['files'], 'readonly', (t) => answered<StoredFile[]>(t.objectStore('files').getAll()));

/** Of the account that is here. */
export const allFiles = async () => (await allStoredFiles()).filter(isOurs);

/** Record first: what is left without one is swept. */
export async function deleteFile(id: string): Promise<void> {
  const file = await recordOf(id);
  await transact(['files', 'notes'], 'readwrite', (t) => {
    forgetEdit(t, fileReference(id));
    t.objectStore('files').delete(id);
  });
  if (file?.path) await removeKept(file.path);
}

/** Removes files older than `maxAgeMs` that `inUse` does not name, and bytes that no record names. */
export async function sweepFiles(
  inUse: ReadonlySet<string>,
  maxAgeMs: number,
  now: number = Date.now(),
): Promise<void> {
  const all = await allStoredFiles();
  const isOld = (file: StoredFile) => isOurs(file) && !inUse.has(file.id) && now - file.storedAt > maxAgeMs;
  for (const { id } of all.filter(isOld)) await deleteFile(id);
  const named = all.filter((file) => !isOld(file)).flatMap(({ path }) => (path ? [path[1]] : []));
  await sweepKept(new Set(named), now);
}
