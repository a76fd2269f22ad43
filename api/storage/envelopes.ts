// Keeping a spectral envelope beside its audio.
import { type BlobStore, envelopeName } from './blobs.ts';
import { assertHeld } from './held.ts';

/**
 * Writes the envelope of the audio blob `audio`; durable under the name it answers, or null where there is nothing to
 * keep. It goes with the audio blob; without a row that names it, the sweep takes it away.
 */
export async function keepEnvelope(
  blobs: Pick<BlobStore, 'put' | 'stat'>,
  audio: string,
  envelope: Uint8Array,
): Promise<string | null> {
  if (envelope.length === 0) return null;
  const name = envelopeName(audio);
  await blobs.put(name, envelope);
  await assertHeld(blobs, name, envelope.length);
  return name;
}
