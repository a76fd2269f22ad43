// Audio that is kept on this device, for playing it.
import { StorageError } from './errors.ts';
import { type AudioReference, openReference } from './handoff.ts';

/** Null when its bytes are gone. Rejects when storage cannot be reached. */
export async function openAudio(reference: AudioReference): Promise<Blob | null> {
  try {
    const blob = await openReference(reference);
    return blob.size > 0 ? blob : null;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return null;
    throw error;
  }
}
