// Takes over what an earlier version kept in this browser: its recordings wait for the server like any upload. Loaded
// only where there is something.
import type { createStore } from 'jotai/vanilla';
import { type MovedRecording, migrateAtom } from '../features/migration/atoms.ts';
import { keepUploadAtom } from '../features/publish/outbox.ts';

/** Rejects when something could not be kept; the next start tries again. */
export async function migrateOldData(store: ReturnType<typeof createStore>): Promise<void> {
  // Old as it is, nobody is asked again whether it may wait; consent was never noted, and is not made up.
  const keep = ({ name: originalName, ...recording }: MovedRecording) =>
    store.set(keepUploadAtom, {
      ...recording,
      originalName,
      source: null,
      consentAt: null,
      keptAt: new Date().toISOString(),
    });
  await store.set(migrateAtom, keep);
}
