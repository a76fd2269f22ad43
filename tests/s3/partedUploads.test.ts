// X5: a file that goes to the store in parts while answers are lost, parts are forgotten or the last word comes too late: it is
// kept whole or refused, nobody ever reads a half one, and what was begun is ended.
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
/** Whatever was begun until now. */
const endUploads = () => store.blobs.endUploads(Date.now() + 60_000);

test.each([
  ['hiccups', 0],
  // The first beginning, whose answer is lost.
  ['unheard', 1],
  ['finished', 0],
] as const)('%s: it is kept whole, and what else was begun (%i) can be ended', async (fault, strays) => {
  const { bytes, path, name } = await received();
  proxy.turn(fault);
  await store.blobs.putFile(name, path);
  proxy.turn('none');
  expect((await store.blobs.readWhole(name, 0, SIZE - 1)).equals(bytes)).toBe(true);
  expect(await endUploads()).toBe(strays);
  expect((await store.blobs.stat(name))?.size).toBe(SIZE);
});

test.each(['refusing', 'forgetful', 'belated'] as const)(
  '%s: it is refused, nobody reads a part of it, and the same file goes through later',
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

test('what was begun when the store went away is ended later, and what has just begun is not', async () => {
  const { path, name } = await received();
  proxy.turn('begun');
  await expect(store.blobs.putFile(name, path)).rejects.toMatchObject({ code: 'store_unreachable' });
  proxy.turn('none');
  expect(await store.blobs.endUploads(Date.now() - 3_600_000)).toBe(0);
  expect(await endUploads()).toBe(1);
  expect(await endUploads()).toBe(0);
  expect(await store.blobs.stat(name)).toBeNull();
});
