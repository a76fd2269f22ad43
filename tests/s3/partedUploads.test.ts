// Multipart uploads to the store with lost answers, forgotten parts or a late failure (X5): the file is stored
// completely or refused, never readable in part, and unfinished uploads are aborted.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FaultyS3, startFaultyS3 } from '../support/storage/faultyS3.ts';
import { openTestStore, storageSettings, type TestStore } from '../support/storage/testStore.ts';

/** Three parts. */
const SIZE = 20 * 1024 * 1024;

let proxy: FaultyS3;
let store: TestStore;
beforeAll(async () => {
  proxy = await startFaultyS3(storageSettings('').STORAGE_URL ?? '');
  store = await openTestStore({ STORAGE_URL: proxy.url });
});
afterEach(() => proxy.turn('none'));
afterAll(async () => {
  await store.remove();
  await proxy.close();
});

async function received() {
  const bytes = randomBytes(SIZE);
  const path = store.temporary.path();
  await writeFile(path, bytes);
  return { bytes, path, name: `${randomBytes(16).toString('hex')}.mp3` };
}
/** Aborts every upload begun until now. */
const endUploads = () => store.blobs.endUploads(Date.now() + 60_000);

test.each([
  ['hiccups', 0],
  // The answer to the first attempt to begin is lost.
  ['unheard', 1],
  ['finished', 0],
] as const)(
  '%s: stores the file completely, and other begun uploads (%i) can be aborted',
  async (fault, strays) => {
    const { bytes, path, name } = await received();
    proxy.turn(fault);
    await store.blobs.putFile(name, path);
    proxy.turn('none');
    expect((await store.blobs.readWhole(name, 0, SIZE - 1)).equals(bytes)).toBe(true);
    expect(await endUploads()).toBe(strays);
    expect((await store.blobs.stat(name))?.size).toBe(SIZE);
  },
);

test.each(['refusing', 'forgetful', 'belated'] as const)(
  '%s: refuses the file, serves no part of it, and accepts it later',
  async (fault) => {
    const { bytes, path, name } = await received();
    proxy.turn(fault);
    await expect(store.blobs.putFile(name, path)).rejects.toMatchObject({ code: 'store_unreachable' });
    proxy.turn('none');
    expect(await store.blobs.stat(name)).toBeNull();
    expect(await endUploads()).toBe(0);
    expect(existsSync(path)).toBe(true);
    await store.blobs.putFile(name, path);
    expect((await store.blobs.readWhole(name, 0, SIZE - 1)).equals(bytes)).toBe(true);
  },
);

test('aborts an upload later that an outage interrupted, but not one that has just begun', async () => {
  const { path, name } = await received();
  proxy.turn('begun');
  await expect(store.blobs.putFile(name, path)).rejects.toMatchObject({ code: 'store_unreachable' });
  proxy.turn('none');
  expect(await store.blobs.endUploads(Date.now() - 3_600_000)).toBe(0);
  expect(await endUploads()).toBe(1);
  expect(await endUploads()).toBe(0);
  expect(await store.blobs.stat(name)).toBeNull();
});
