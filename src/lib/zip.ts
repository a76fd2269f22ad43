// A ZIP of files without compression, which does not shrink audio, of any size.
import { makeZip } from 'client-zip';

export interface ZipEntry {
  /** Path within the archive, with `/`. */
  name: string;
  content: Blob;
}

/**
 * Writes the archive to `to`, one entry at a time. `at`: the time of every file. Throws when a file cannot be read or written,
 * or an `AbortError`; `to` is then aborted.
 */
export async function writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  at: Date,
  signal: AbortSignal,
  to: WritableStream<Uint8Array<ArrayBufferLike>>,
): Promise<void> {
  const files = (async function* () {
    for await (const { name, content } of entries) yield { name, lastModified: at, input: content };
  })();
  await makeZip(files).pipeTo(to, { signal });
}

/** A small archive, in memory. Throws as `writeZip`. */
export async function zipOf(entries: Iterable<ZipEntry>, at: Date, signal: AbortSignal): Promise<Blob> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  const [bytes] = await Promise.all([new Response(readable).blob(), writeZip(entries, at, signal, writable)]);
  return new Blob([bytes], { type: 'application/zip' });
}
