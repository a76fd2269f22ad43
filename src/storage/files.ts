// Audio files that are not takes: files the user picked, and exports of the editor. A picked file is stored as a
// Blob, which the browser keeps on disk; an export stays where the engine wrote it, and its record has the path.
// Reading either never loads its bytes into the page's heap.
import { newId } from '../lib/ids.ts';
import { type AudioPath, openAudioFile, removeAudioFile, sweepAudioFiles } from './audioFiles.ts';
import { answered, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { isOurs, ownerOfNew } from './owner.ts';
import { type AudioReference, fileReference } from './references.ts';
import { forgetParts, PARTS_STORES } from './takeRecords.ts';

export interface StoredFile {
  id: string;
  /** Account; records of a visitor and of earlier versions have none. */
  of?: string;
  name: string;
  /** MIME type, possibly empty. */
  type: string;
  sizeBytes: number;
  /** Null when `path` has the bytes. */
  blob: Blob | null;
  /** In the origin's private file system; records of earlier versions have none. */
  path?: AudioPath;
  /** Milliseconds since 1970. */
  storedAt: number;
  /** Source: null for a picked file, otherwise the exported take or file (a reference). */
  madeFrom: string | null;
  /** Of an export: areas, tools and parts of the edit that it was made with; earlier versions wrote none. */
  edit?: object;
  /** The draft that plays it as one of its parts: deleted with it, and in no list of its own. */
  partOf?: AudioReference;
  /** Set once the server has it while another tab has it open; earlier versions wrote none. */
  publishedAt?: number | null;
}

export type FileFacts = Pick<StoredFile, 'name' | 'type' | 'sizeBytes' | 'madeFrom' | 'edit' | 'partOf'>;

/** Stores a copy, or adds a record for what is already in the private file system. Rejects with `storage_full`. */
export async function putRecord(
  facts: FileFacts,
  bytes: Pick<StoredFile, 'blob' | 'path'>,
): Promise<StoredFile> {
  const file: StoredFile = { ...facts, ...bytes, id: newId(), of: ownerOfNew(), storedAt: Date.now() };
  await transact(['files'], 'readwrite', (t) => void t.objectStore('files').put(file), 'strict');
  return file;
}

/** Stores a copy; rejects with `storage_full`. */
export const putFile = (blob: Blob, name: string): Promise<StoredFile> =>
  putRecord({ name, type: blob.type, sizeBytes: blob.size, madeFrom: null }, { blob });

/** Stores a copy of a part of a draft; rejects with `storage_full`. */
export async function putPart(blob: Blob, name: string, partOf: AudioReference): Promise<StoredFile> {
  const facts = { name, type: blob.type, sizeBytes: blob.size, madeFrom: null, partOf };
  return putRecord(facts, { blob });
}

/** Undefined when the current account has none. */
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
  return { ...file, blob: await openAudioFile(file.path, file.type) };
}

/** Changes the record of a file if it still exists. */
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

/** Of all accounts with data on this device. */
const allStoredFiles = () =>
  transact(['files'], 'readonly', (t) => answered<StoredFile[]>(t.objectStore('files').getAll()));

/** Of the current account. */
export const allFiles = async () => (await allStoredFiles()).filter(isOurs);

/** Deletes the record first: the sweep removes bytes without a record. */
export async function deleteFile(id: string): Promise<void> {
  const file = await recordOf(id);
  await transact([...PARTS_STORES], 'readwrite', async (t) => {
    t.objectStore('files').delete(id);
    await forgetParts(t, fileReference(id));
  });
  if (file?.path) await removeAudioFile(file.path);
}

/** Removes files older than `maxAgeMs` that `inUse` does not name, and bytes without a record. */
export async function sweepFiles(
  inUse: ReadonlySet<string>,
  maxAgeMs: number,
  now: number = Date.now(),
): Promise<void> {
  const all = await allStoredFiles();
  const isOld = (file: StoredFile) => isOurs(file) && !inUse.has(file.id) && now - file.storedAt > maxAgeMs;
  for (const { id } of all.filter(isOld)) await deleteFile(id);
  const named = all.filter((file) => !isOld(file)).flatMap(({ path }) => (path ? [path[1]] : []));
  await sweepAudioFiles(new Set(named), now);
}
