// The store that the configuration names.
import type { Env } from '../env.ts';
import type { StoragePlace } from '../storageUrl.ts';
import type { BlobStore } from './blobs.ts';
import { createDiskStore } from './disk.ts';
import { layered } from './layered.ts';

/** What an installation on a disk does not need is not loaded. */
export async function openStore(place: StoragePlace): Promise<BlobStore> {
  if (place.kind === 'disk') return createDiskStore(place.directory);
  const { createS3Store } = await import('./s3/store.ts');
  return createS3Store(place);
}

/** With the one that audio is moving from, while it does. */
export async function openStorage({
  storage,
  formerStorage,
}: Pick<Env, 'storage' | 'formerStorage'>): Promise<BlobStore> {
  const current = await openStore(storage);
  return formerStorage === null ? current : layered(current, await openStore(formerStorage));
}
