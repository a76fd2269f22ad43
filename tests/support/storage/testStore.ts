// A separate store for a test, of this run's kind (`TEST_STORAGE`): a folder, or part of a bucket.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../../api/storage/blobs.ts';
import { openStore } from '../../../api/storage/open.ts';
import { openTemporaryFiles, type TemporaryFiles } from '../../../api/storage/temporary.ts';
import { readStorageUrl } from '../../../api/storageUrl.ts';

export interface TestStore {
  blobs: BlobStore;
  temporary: TemporaryFiles;
  remove(): Promise<void>;
}

/** Whether this run stores audio in a bucket; `npm run test:s3` sets it. */
export const inBucket = process.env.TEST_S3_URL !== undefined;

/** Settings for an installation in `directory` with its own audio store. */
export function storageSettings(directory: string): Record<string, string> {
  const url = process.env.TEST_S3_URL;
  if (url === undefined) return { STORAGE_URL: `file:${join(directory, 'blobs')}` };
  const own = randomBytes(8).toString('hex');
  return {
    STORAGE_URL: url.replace('?', `/${own}?`),
    TEMPORARY_DIRECTORY: join(directory, 'tmp'),
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  };
}

/** Opens a store with `changes` to this run's settings, for example another path to the same store. */
export async function openTestStore(changes: Record<string, string> = {}): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-store-'));
  const { STORAGE_URL = '', ...settings } = { ...storageSettings(directory), ...changes };
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = settings;
  const blobs = await openStore(readStorageUrl(STORAGE_URL, { accessKeyId, secretAccessKey }));
  return {
    blobs,
    temporary: openTemporaryFiles(join(directory, 'tmp')),
    remove: async () => {
      blobs.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
