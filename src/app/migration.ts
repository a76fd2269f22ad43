// Migrates data of an earlier version in this browser: its recordings wait for the server like any upload. Loaded
// only when there is such data.
import type { createStore } from 'jotai/vanilla';
import { type MovedRecording, migrateAtom } from '../features/migration/atoms.ts';
import { keepUploadAtom } from '../features/publish/outbox.ts';

/** Rejects when something could not be stored; the next start tries again. */
export async function migrateOldData(store: ReturnType<typeof createStore>): Promise<void> {
  // Uploads without asking again; consent was never recorded and is not assumed.
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
