// Where files that the workers make grow: on disk, in the origin's private file system, in a folder of this page.
// The page holds a lock of the folder's name while it lives; a folder whose lock is free belonged to a page that is
// gone, and the next page that uses the engine removes it.
import { newId } from '../lib/ids.ts';
import type { AudioPath, ScratchPath } from './protocol.ts';

const ROOT = 'dsp-scratch';
/** Created here, stored by the caller (`src/storage/files.ts`). */
const AUDIO_FOLDER = 'audio';
const lockOf = (page: string) => `${ROOT}/${page}`;

/** A terminated worker releases its file a moment later. */
const DISCARD_ATTEMPTS = 20;
const DISCARD_PAUSE_MS = 50;

const page = newId();
let lock: Promise<boolean> | undefined;
let swept: Promise<void> | undefined;

/** A path for a new file; null where there is no such file system, as in some private windows. */
async function reserveScratch(): Promise<ScratchPath | null> {
  lock ??= holdLock().then(
    () => true,
    () => false,
  );
  return (await lock) ? [ROOT, page, newId()] : null;
}

/** Until the page ends. */
function holdLock(): Promise<void> {
  return new Promise((resolve, reject) => {
    const forever = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(lockOf(page), forever).catch(reject);
  });
}

/** Moves a file of this page to where it may stay; null where the browser cannot. */
async function keepScratch([root, folder, name]: ScratchPath): Promise<AudioPath | null> {
  const origin = await navigator.storage.getDirectory();
  const pages = await origin.getDirectoryHandle(root);
  const file = (await (await pages.getDirectoryHandle(folder)).getFileHandle(name)) as Movable;
  if (!file.move) return null;
  await file.move(await origin.getDirectoryHandle(AUDIO_FOLDER, { create: true }), name);
  return [AUDIO_FOLDER, name];
}

/** `move` is in every current engine, and in no type library. */
interface Movable extends FileSystemFileHandle {
  move?: (folder: FileSystemDirectoryHandle, name: string) => Promise<void>;
}

/** Removes a file of this page; one that is not there is fine. */
async function discardScratch([root, folder, name]: ScratchPath): Promise<void> {
  for (let attempt = 0; attempt < DISCARD_ATTEMPTS; attempt++) {
    try {
      const origin = await navigator.storage.getDirectory();
      const pages = await origin.getDirectoryHandle(root);
      return await (await pages.getDirectoryHandle(folder)).removeEntry(name);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name === 'NotFoundError') return;
      await new Promise((resolve) => setTimeout(resolve, DISCARD_PAUSE_MS));
    }
  }
}

/** Removes what pages left that are gone; once per page. */
export function sweepScratch(): Promise<void> {
  swept ??= sweep().catch(() => {});
  return swept;
}

async function sweep(): Promise<void> {
  const origin = await navigator.storage.getDirectory();
  const pages = await origin.getDirectoryHandle(ROOT, { create: true });
  const left: string[] = [];
  for await (const name of pages.keys()) if (name !== page) left.push(name);
  for (const name of left) {
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      if (lock) await pages.removeEntry(name, { recursive: true });
    });
  }
}

/** Data on the page's heap while a file is detached. */
const DETACH_BYTES = 1 << 20;

export interface MadeFiles {
  /** Reserves a place for the file that `work` makes; null: in memory. Where `work` fails, nothing of it stays. */
  make<R extends { file: Blob }>(work: (scratch: ScratchPath | null) => Promise<R>): Promise<R>;
  /** See `Dsp.discard`. */
  discard(file: Blob): Promise<void>;
  /** See `Dsp.detach`. */
  detach(file: Blob): Promise<Blob>;
  /** See `Dsp.keep`. */
  keep(file: Blob): Promise<AudioPath | null>;
}

export function createMadeFiles(): MadeFiles {
  const onDisk = new WeakMap<Blob, ScratchPath>();
  return {
    async make(work) {
      const scratch = await reserveScratch();
      try {
        const result = await work(scratch);
        if (scratch) onDisk.set(result.file, scratch);
        return result;
      } catch (error) {
        if (scratch) void discardScratch(scratch);
        throw error;
      }
    },
    async discard(file) {
      const scratch = onDisk.get(file);
      if (scratch) await discardScratch(scratch);
    },
    async detach(file) {
      const scratch = onDisk.get(file);
      if (!scratch) return file;
      const pieces: Blob[] = [];
      for (let at = 0; at < file.size; at += DETACH_BYTES)
        pieces.push(new Blob([await file.slice(at, at + DETACH_BYTES).arrayBuffer()]));
      await discardScratch(scratch);
      return new Blob(pieces, { type: file.type });
    },
    async keep(file) {
      const scratch = onDisk.get(file);
      return scratch ? keepScratch(scratch) : null;
    },
  };
}
