// Ranges of a Blob for the core, which reads synchronously: FileReaderSync exists in workers only.

/** What the core reads from: `readAt` returns fewer bytes only at the end. */
export interface ByteSource {
  size: number;
  readAt(offset: number, length: number): Uint8Array;
}

/** Reads ranges on demand; nothing is cached here. */
export function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  return {
    size: blob.size,
    readAt: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
  };
}
