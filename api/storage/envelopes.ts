// Keeping a spectral envelope beside its audio.
import { rm, writeFile } from 'node:fs/promises';
import { type BlobStore, envelopeName } from './blobs.ts';

/**
 * Writes the envelope of the audio blob `audio`; durable under the name it answers, or null where there is nothing to
 * keep. It goes with the audio blob; without a row that names it, the sweep takes it away.
 */
export async function keepEnvelope(
  blobs: BlobStore,
  audio: string,
  envelope: Uint8Array,
): Promise<string | null> {
  if (envelope.length === 0) return null;
  const path = blobs.temporaryPath();
  try {
    await writeFile(path, envelope, { flag: 'wx', mode: 0o600 });
    const name = envelopeName(audio);
    await blobs.adopt(path, name);
    return name;
  } finally {
    await rm(path, { force: true });
  }
}
