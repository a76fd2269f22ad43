// A store that accepts audio but does not hold it: the upload is not acknowledged and leaves nothing.
import { randomBytes } from 'node:crypto';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../api/deps.ts';
import type { BlobStore } from '../../api/storage/blobs.ts';
import { storeAudio } from '../../api/uploads/storedAudio.ts';
import { openTestStore, type TestStore } from '../support/storage/testStore.ts';

const SIZE = 400;

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.remove());

/** Stores audio in this run's store; the engine finds `envelope` in it. */
async function keep(envelope: Uint8Array, lossy: Partial<BlobStore> = {}) {
  const path = store.temporary.path();
  await writeFile(path, randomBytes(SIZE));
  const deps = {
    temporary: store.temporary,
    inspector: { inspect: async () => ({ extension: 'mp3', damage: [], seconds: 3, envelope }) },
    blobs: { ...store.blobs, ...lossy },
    log: { warn: () => {} },
  } as unknown as Deps;
  return storeAudio(deps, { path, size: SIZE, sha256: 'ab' } as Parameters<typeof storeAudio>[1], 'here');
}

async function namesKept(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.blobs.list()) names.push(name);
  return names.sort();
}

test('stores an upload with its envelope', async () => {
  const stored = await keep(randomBytes(60));
  expect(stored.size).toBe(SIZE);
  expect((await store.blobs.stat(stored.name))?.size).toBe(SIZE);
  expect((await store.blobs.stat(stored.envelope ?? ''))?.size).toBe(60);
});

test.each<[string, Partial<BlobStore>]>([
  ['its audio', { putFile: async () => {} }],
  ['its envelope', { put: async () => {} }],
  [
    'half of its audio',
    {
      putFile: async (name, path) => {
        await truncate(path, (await stat(path)).size / 2);
        await store.blobs.putFile(name, path);
      },
    },
  ],
  [
    'half of its envelope',
    { put: (name, bytes) => store.blobs.put(name, bytes.subarray(0, bytes.length / 2)) },
  ],
])('refuses an upload as retryable if the store has lost %s, and leaves nothing', async (_lost, lossy) => {
  const before = await namesKept();
  await expect(keep(randomBytes(60), lossy)).rejects.toMatchObject({ code: 'store_unreachable' });
  expect(await namesKept()).toEqual(before);
});
