// Opens the configured audio store.
import type { Env } from '../env.ts';
import type { StoragePlace } from '../storageUrl.ts';
import type { BlobStore } from './blobs.ts';
import { createDiskStore } from './disk.ts';
import { layered } from './layered.ts';

/** The S3 client is only loaded when needed. */
export async function openStore(place: StoragePlace): Promise<BlobStore> {
  if (place.kind === 'disk') return createDiskStore(place.directory);
  const { createS3Store } = await import('./s3/store.ts');
  return createS3Store(place);
}

/** Includes the former store while audio moves from it. */
export async function openStorage({
  storage,
  formerStorage,
}: Pick<Env, 'storage' | 'formerStorage'>): Promise<BlobStore> {
  const current = await openStore(storage);
  return formerStorage === null ? current : layered(current, await openStore(formerStorage));
}
