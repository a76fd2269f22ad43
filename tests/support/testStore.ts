// A store of its own for a test, of the kind this run is about.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../api/storage/blobs.ts';
import { createDiskStore } from '../../api/storage/disk.ts';
import { openTemporaryFiles, type TemporaryFiles } from '../../api/storage/temporary.ts';

export interface TestStore {
  blobs: BlobStore;
  temporary: TemporaryFiles;
  remove(): Promise<void>;
}

export async function openTestStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-store-'));
  return {
    blobs: createDiskStore(join(directory, 'blobs')),
    temporary: openTemporaryFiles(join(directory, 'tmp')),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
