// A ZIP of files without compression, which does not shrink audio, of any size.
import { makeZip } from 'client-zip';

export interface ZipEntry {
  /** Path within the archive, with `/`. */
  name: string;
  content: Blob;
}

/** The page holds this much; what it has made into a Blob, the browser may keep on disk. */
const PIECE_BYTES = 8 << 20;

/** `at`: the time of every file. Throws when a file cannot be read, or an `AbortError`. */
export async function zipOf(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  at: Date,
  signal: AbortSignal,
): Promise<Blob> {
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const files = (async function* () {
    for await (const { name, content } of entries) yield { name, lastModified: at, input: content };
  })();
  const reader = makeZip(files).getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (value) chunks.push(new Uint8Array(value));
      size += value?.length ?? 0;
      if (done || size >= PIECE_BYTES) {
        pieces.push(new Blob(chunks));
        [chunks, size] = [[], 0];
      }
      if (done) return new Blob(pieces, { type: 'application/zip' });
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
