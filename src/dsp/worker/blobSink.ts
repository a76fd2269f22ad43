// An export without a disk: 1 MiB pieces are handed to the browser as Blobs as they fill (it may keep them
// on disk), so the worker's heap holds one piece however long the file is.
import type { ByteSink } from './wasm.ts';

const PIECE_BYTES = 1 << 20;

/** Collects an export into a Blob. The first piece stays in memory until the end, for its header. */
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
