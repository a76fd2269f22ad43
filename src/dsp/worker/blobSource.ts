// Ranges of a Blob for the core, which reads synchronously: FileReaderSync exists in workers only.
import type { ByteSource } from './wasm.ts';

/**
 * Bytes read at once when a read continues the previous one. Each read waits for another process: on a phone, reading 45 MB
 * takes 2 s in steps of 256 KiB and 0.2 s in steps of 2 MiB.
 */
const AHEAD_BYTES = 1 << 21;

/**
 * Reads ranges on demand and keeps the last read. Chromium lets up to 100 MB of dropped buffers pile up; detaching them makes
 * it more, because it then no longer counts them.
 */
export function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  let kept = new Uint8Array(0);
  let at = 0;
  return {
    size: blob.size,
    readAt(offset, length) {
      const end = at + kept.length;
      if (offset < at || offset + length > end) {
        const isNext = offset > at && offset <= end;
        const wanted = isNext ? Math.max(length, AHEAD_BYTES) : length;
        kept = new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + wanted)));
        at = offset;
      }
      return kept.subarray(offset - at, offset - at + length);
    },
  };
}
