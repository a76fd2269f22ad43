// Our files in the origin's private file system. The engine writes and moves them there, and a record in `files`
// names each (`files.ts`). A file without a record is left over from a page that closed in between.
import { StorageError } from './errors.ts';

/** Folder and name. */
export type AudioPath = readonly [folder: string, name: string];

export const FOLDER = 'audio';
/** A record is written just after its file was moved. */
const LEFTOVER_AGE_MS = 86_400_000;

export async function folderOf(name: string): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}

/** A disk-backed Blob of this type; rejects with `not_found`. */
export async function openAudioFile([folder, name]: AudioPath, type: string): Promise<Blob> {
  try {
    const file = await (await (await folderOf(folder)).getFileHandle(name)).getFile();
    return file.slice(0, file.size, type);
  } catch (error) {
    throw new StorageError('not_found', error);
  }
}

/** A missing file is no error. */
export async function removeAudioFile([folder, name]: AudioPath): Promise<void> {
  await (await folderOf(folder)).removeEntry(name).catch(() => undefined);
}

/** Removes files that are not in `named` and are older than a day. */
export async function sweepAudioFiles(named: ReadonlySet<string>, now: number): Promise<void> {
  const folder = await folderOf(FOLDER);
  const left: string[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (named.has(name) || handle.kind !== 'file') continue;
    const { lastModified } = await (handle as FileSystemFileHandle).getFile();
    if (now - lastModified > LEFTOVER_AGE_MS) left.push(name);
  }
  for (const name of left) await folder.removeEntry(name).catch(() => undefined);
}

/** Removes files that are not in `named`, of any age: pages of another account left them. */
export async function removeUnnamedAudioFiles(named: ReadonlySet<string>): Promise<void> {
  const origin = await navigator.storage?.getDirectory?.();
  if (!origin) return;
  const folder = await folderOf(FOLDER);
  const left: string[] = [];
  for await (const name of folder.keys()) if (!named.has(name)) left.push(name);
  for (const name of left) await folder.removeEntry(name).catch(() => undefined);
  // The engine's unfinished files.
  await origin.removeEntry('dsp-scratch', { recursive: true }).catch(() => undefined);
}
