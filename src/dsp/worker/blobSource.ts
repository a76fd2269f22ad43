// Ranges of a Blob for the core, which reads synchronously: FileReaderSync exists in workers only.
import type { ByteSource } from './wasm.ts';

/**
 * A read that goes on where the last one ended gets this much at once. A read asks another process and waits: on a
 * phone a walk through 45 MB takes two seconds by 256 KiB, a fifth of one by 2 MiB.
 */
const AHEAD_BYTES = 1 << 21;

/**
 * Reads ranges on demand; what was read ahead is kept until the next read. The rest is garbage at once, of which Chromium
 * lets up to about 100 MB pile up; detaching the buffers makes that more, for it then counts them no longer while it
 * still holds them.
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
