// Where an export goes: a file in the origin's private file system, through one buffer, so that neither the worker's
// heap nor the browser's memory grows with it. Where there is no such file, or no room for it, Blobs take its place.
import type { ScratchPath } from '../protocol.ts';
import { blobSink } from './blobSink.ts';
import type { ByteSink } from './wasm.ts';

const BUFFER_BYTES = 256 * 1024;

/** Runs `work` with a sink; answers what it returned and the file it wrote, of the MIME type `type`. */
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
      // A disk that is full is not to hold half an export.
      await disk.folder.removeEntry(disk.handle.name).catch(() => {});
      return { facts, file: inMemory.toBlob(type) };
    }
    const file = await disk.handle.getFile();
    // A file on disk has no type of its own; this one refers to its bytes.
    return { facts, file: new File([file], file.name, { type }) };
  } catch (error) {
    // Open, it could not be removed.
    disk.access.close();
    throw error;
  }
}

/** Opens the file for writing, made where it is not there yet. */
export async function openDisk([root, page, name]: ScratchPath) {
  const origin = await navigator.storage.getDirectory();
  const pages = await origin.getDirectoryHandle(root, { create: true });
  const folder = await pages.getDirectoryHandle(page, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  return { folder, handle, access: await handle.createSyncAccessHandle() };
}

/** `close` answers the sink in memory that took over when the disk was full. */
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
      memory = takenBack(access, written);
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

/** The first `length` bytes of a file, as the beginning of an export in memory. */
function takenBack(access: FileSystemSyncAccessHandle, length: number): ReturnType<typeof blobSink> {
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
