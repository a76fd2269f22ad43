// Ranges of a Blob for the core, which reads synchronously: FileReaderSync exists in workers only.
import type { ByteSource } from './wasm.ts';

/**
 * Reads ranges on demand; nothing is cached here. What was read is garbage at once, of which Chromium lets up to about
 * 100 MB pile up; detaching the buffers makes that more, for it then counts them no longer while it still holds them.
 */
export function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  return {
    size: blob.size,
    readAt: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
  };
}
