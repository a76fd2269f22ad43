// Where an export goes: a file in the origin's private file system, through one buffer, so that neither the worker's
// heap nor the browser's memory grows with it. Without such a file, or when the disk is full, it goes into Blobs.
import type { ScratchPath } from '../protocol.ts';
import type { ByteSink } from './wasm.ts';

const BUFFER_BYTES = 256 * 1024;

/** Runs `work` with a sink; answers its result and the file, with the MIME type `type`. */
export async function exportTo<T>(
  scratch: ScratchPath | null,
  type: string,
  work: (sink: ByteSink) => T,
): Promise<{ facts: T; file: Blob }> {
  const disk = scratch && (await openDisk(scratch).catch(() => null));
  if (!disk) {
    const sink = blobSink();
    const facts = work(sink);
    return { facts, file: sink.toBlob(type) };
  }
  const sink = diskSink(disk.access);
  try {
    const facts = work(sink);
    const inMemory = sink.close();
    if (inMemory) {
      // The disk is full: remove the half export.
      await disk.folder.removeEntry(disk.handle.name).catch(() => {});
      return { facts, file: inMemory.toBlob(type) };
    }
    const file = await disk.handle.getFile();
    // A file on disk has no MIME type; a File with one refers to the same bytes.
    return { facts, file: new File([file], file.name, { type }) };
  } catch (error) {
    // An open file cannot be removed.
    disk.access.close();
    throw error;
  }
}

/** Opens the file for writing; creates it when missing. */
async function openDisk([root, page, name]: ScratchPath) {
  const origin = await navigator.storage.getDirectory();
  const pages = await origin.getDirectoryHandle(root, { create: true });
  const folder = await pages.getDirectoryHandle(page, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  return { folder, handle, access: await handle.createSyncAccessHandle() };
}

/** `close` answers the in-memory sink that took over when the disk was full, or null. */
function diskSink(access: FileSystemSyncAccessHandle) {
  const buffer = new Uint8Array(BUFFER_BYTES);
  let filled = 0;
  let written = 0;
  let memory: ReturnType<typeof blobSink> | null = null;

  function put(bytes: Uint8Array): void {
    if (memory) return void memory.write(bytes);
    try {
      if (access.write(bytes, { at: written }) !== bytes.length) throw new RangeError('written in part');
      written += bytes.length;
    } catch {
      memory = copyToMemory(access, written);
      memory.write(bytes);
    }
  }

  function flush(): void {
    put(buffer.subarray(0, filled));
    filled = 0;
  }

  return {
    write(bytes: Uint8Array) {
      if (filled + bytes.length > BUFFER_BYTES) flush();
      if (bytes.length > BUFFER_BYTES) return put(bytes);
      buffer.set(bytes, filled);
      filled += bytes.length;
    },
    patch(offset: number, bytes: Uint8Array) {
      flush();
      if (memory) memory.patch(offset, bytes);
      else access.write(bytes, { at: offset });
    },
    close() {
      flush();
      access.close();
      return memory;
    },
  };
}

/** Copies the first `length` bytes of a file into a sink in memory. */
function copyToMemory(access: FileSystemSyncAccessHandle, length: number): ReturnType<typeof blobSink> {
  const sink = blobSink();
  const piece = new Uint8Array(BUFFER_BYTES);
  for (let at = 0; at < length; ) {
    const count = access.read(piece.subarray(0, Math.min(piece.length, length - at)), { at });
    if (count === 0) throw new RangeError('the file on disk became shorter');
    sink.write(piece.subarray(0, count));
    at += count;
  }
  return sink;
}

/** The browser may keep filled pieces on disk, so the heap holds one however long the file is. */
const PIECE_BYTES = 1 << 20;

/** Collects an export into a Blob. The first piece stays in memory until the end: its header is patched. */
export function blobSink(): ByteSink & { toBlob(type: string): Blob } {
  let head: Uint8Array<ArrayBuffer> | null = null;
  const pieces: Blob[] = [];
  let piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;

  function flush(): void {
    if (filled === 0) return;
    if (head === null) head = piece.slice(0, filled);
    else pieces.push(new Blob([piece.subarray(0, filled)]));
    filled = 0;
  }

  return {
    write(bytes) {
      let taken = 0;
      while (taken < bytes.length) {
        const count = Math.min(bytes.length - taken, PIECE_BYTES - filled);
        piece.set(bytes.subarray(taken, taken + count), filled);
        filled += count;
        taken += count;
        if (filled === PIECE_BYTES) flush();
      }
    },
    patch(offset, bytes) {
      const target = head ?? piece.subarray(0, filled);
      if (offset + bytes.length > target.length) throw new Error('patch outside the head of the file');
      target.set(bytes, offset);
    },
    toBlob(type) {
      flush();
      piece = new Uint8Array(0);
      return new Blob(head === null ? pieces : [head, ...pieces], { type });
    },
  };
}

const STEP_BYTES = 1 << 20;

/** Writes `bytes` at an offset of a file that several workers write in turns; fails when the disk is full. */
export async function writeScratch(scratch: ScratchPath, at: number, bytes: Blob): Promise<void> {
  const { access } = await openDisk(scratch);
  try {
    const reader = new FileReaderSync();
    for (let from = 0; from < bytes.size; from += STEP_BYTES) {
      const step = new Uint8Array(reader.readAsArrayBuffer(bytes.slice(from, from + STEP_BYTES)));
      if (access.write(step, { at: at + from }) !== step.length) throw new RangeError('written in part');
    }
  } finally {
    access.close();
  }
}

/** The file on disk, with a MIME type. */
export async function readScratch([root, page, name]: ScratchPath, type: string): Promise<Blob> {
  const origin = await navigator.storage.getDirectory();
  const folder = await (await origin.getDirectoryHandle(root)).getDirectoryHandle(page);
  const file = await (await folder.getFileHandle(name)).getFile();
  return new File([file], file.name, { type });
}
