// The contract of every audio store: the disk by default, S3 with `npm run test:s3`.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeName, smallName } from '../../api/storage/blobs.ts';
import { inBucket, openTestStore, type TestStore } from '../support/storage/testStore.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.remove());

const audioName = () => `${randomBytes(16).toString('hex')}.mp3`;
const transferName = () => `${randomBytes(16).toString('hex')}.resume`;
const MB = 1024 * 1024;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const joined = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await all(chunks));
async function* inChunks(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A local file, like a received one. */
async function local(bytes: Buffer): Promise<string> {
  const path = store.temporary.path();
  await writeFile(path, bytes);
  return path;
}

describe(`blobs in ${inBucket ? 'a bucket' : 'a folder'}`, () => {
  test.each([0, 1, 70_000, 8 * MB, 20 * MB + 1])(
    'moves a file of %i bytes completely into the store',
    async (size) => {
      const [name, bytes] = [audioName(), randomBytes(size)];
      const path = await local(bytes);
      const before = Date.now() - 5000;
      await store.blobs.putFile(name, path);
      expect(existsSync(path)).toBe(false);
      const stored = await store.blobs.stat(name);
      expect(stored?.size).toBe(size);
      expect(stored?.modifiedAt).toBeGreaterThan(before);
      const copy = store.temporary.path();
      await store.blobs.copyTo(name, copy);
      expect(hashOf(await readFile(copy))).toBe(hashOf(bytes));
      expect((await store.blobs.stat(name))?.size).toBe(size);
    },
  );

  test('stores few bytes under their name', async () => {
    const [name, bytes] = [envelopeName(audioName()), randomBytes(500)];
    await store.blobs.put(name, bytes);
    expect((await store.blobs.readWhole(name, 0, 499)).equals(bytes)).toBe(true);
  });

  test('serves the bytes of a range, streamed or at once', async () => {
    const [name, bytes] = [audioName(), randomBytes(300_000)];
    await store.blobs.put(name, bytes);
    for (const [start, end] of [
      [0, 0],
      [0, 1],
      [299_999, 299_999],
      [65_535, 65_536],
      [0, 299_999],
    ] as const) {
      const wanted = bytes.subarray(start, end + 1);
      expect((await joined(await store.blobs.read(name, start, end))).equals(wanted)).toBe(true);
      expect((await store.blobs.readWhole(name, start, end)).equals(wanted)).toBe(true);
    }
    await expect(store.blobs.readWhole(name, 299_990, 300_010)).rejects.toThrow();
  });

  test('a partly read stream can be destroyed', async () => {
    const name = audioName();
    await store.blobs.put(name, randomBytes(4 * MB));
    for (let round = 0; round < 20; round++) {
      const stream = await store.blobs.read(name, 0, 4 * MB - 1);
      await new Promise((resolve) => stream.once('readable', resolve));
      stream.destroy();
      await new Promise((resolve) => stream.once('close', resolve));
    }
    expect((await store.blobs.readWhole(name, 0, 9)).length).toBe(10);
  });

  test('a missing blob has no size, cannot be read, and is removed without an error', async () => {
    const name = audioName();
    expect(await store.blobs.stat(name)).toBeNull();
    await expect(store.blobs.readWhole(name, 0, 1)).rejects.toThrow();
    await expect(store.blobs.copyTo(name, store.temporary.path())).rejects.toThrow();
    await store.blobs.remove(name);
  });

  test('knows a blob once it is stored and no longer after its removal', async () => {
    const name = audioName();
    expect(await store.blobs.known(name)).toBeNull();
    await store.blobs.put(name, randomBytes(10));
    for (let round = 0; round < 2; round++) expect((await store.blobs.known(name))?.size).toBe(10);
    await store.blobs.remove(name);
    expect(await store.blobs.known(name)).toBeNull();
  });

  test('removing audio removes what was made from it, but not the reverse', async () => {
    const name = audioName();
    const all = [name, envelopeName(name), smallName(name)];
    for (const each of all) await store.blobs.put(each, randomBytes(10));
    await store.blobs.remove(name);
    for (const each of all) expect(await store.blobs.stat(each)).toBeNull();
    for (const each of all) await store.blobs.put(each, randomBytes(10));
    await store.blobs.remove(envelopeName(name));
    await store.blobs.remove(smallName(name));
    const sizes = await Promise.all(all.map(async (each) => (await store.blobs.stat(each))?.size));
    expect(sizes).toEqual([10, undefined, undefined]);
  });

  test('the list contains every blob once and nothing else', async () => {
    const own = await openTestStore();
    try {
      const names = Array.from({ length: 25 }, audioName);
      names.push(...names.slice(0, 5).flatMap((name) => [envelopeName(name), smallName(name)]));
      for (const name of names) await own.blobs.put(name, randomBytes(3));
      await own.blobs.pieces.begin(transferName());
      expect((await all(own.blobs.list())).sort()).toEqual(names.sort());
    } finally {
      await own.remove();
    }
  });

  test.each(['../../etc/passwd', 'x.mp3', `${'a'.repeat(32)}.exe`, `${'A'.repeat(32)}.mp3`, ''])(
    'refuses a name of an unknown form (%j)',
    async (name) => {
      await expect(store.blobs.stat(name)).rejects.toThrow('not a blob name');
      await expect(store.blobs.put(name, randomBytes(1))).rejects.toThrow('not a blob name');
      await expect(store.blobs.remove(name)).rejects.toThrow('not a blob name');
      await expect(store.blobs.pieces.received(name)).rejects.toThrow('not a transfer name');
    },
  );
});

describe(`pieces in ${inBucket ? 'a bucket' : 'a folder'}`, () => {
  test('joins pieces in order and counts every received byte', async () => {
    const { pieces } = store.blobs;
    const [name, bytes] = [transferName(), randomBytes(5 * MB + 17)];
    expect(await pieces.received(name)).toBeNull();
    await pieces.begin(name);
    expect(await pieces.received(name)).toBe(0);
    await expect(pieces.begin(name)).rejects.toThrow();
    for (const [from, to] of [
      [0, 1],
      [1, 100_001],
      [100_001, 4 * MB],
      [4 * MB, bytes.length],
    ] as const) {
      await pieces.append(name, from, inChunks(bytes.subarray(from, to)));
      expect(await pieces.received(name)).toBe(to);
    }
    const path = store.temporary.path();
    await pieces.copyTo(name, path);
    expect(hashOf(await readFile(path))).toBe(hashOf(bytes));
    expect((await all(pieces.list())).map((each) => each.name)).toContain(name);
    await store.blobs.remove(name);
    expect(await pieces.received(name)).toBeNull();
    expect((await all(pieces.list())).map((each) => each.name)).not.toContain(name);
  });

  test('keeps the received bytes of a broken body', async () => {
    const { pieces } = store.blobs;
    const [name, bytes] = [transferName(), randomBytes(3 * MB)];
    await pieces.begin(name);
    async function* broken() {
      yield* inChunks(bytes.subarray(0, 2_500_000));
      throw new Error('the line');
    }
    await expect(pieces.append(name, 0, broken())).rejects.toThrow('the line');
    expect(await pieces.received(name)).toBe(2_500_000);
    await pieces.append(name, 2_500_000, inChunks(bytes.subarray(2_500_000)));
    const path = store.temporary.path();
    await pieces.copyTo(name, path);
    expect(hashOf(await readFile(path))).toBe(hashOf(bytes));
    await pieces.remove(name);
  });

  test('a cut removes the bytes after it', async () => {
    const { pieces } = store.blobs;
    const [name, bytes] = [transferName(), randomBytes(2000)];
    await pieces.begin(name);
    await pieces.append(name, 0, inChunks(bytes.subarray(0, 1000)));
    await pieces.append(name, 1000, inChunks(bytes.subarray(1000)));
    await pieces.cut(name, 1000);
    expect(await pieces.received(name)).toBe(1000);
    await pieces.append(name, 1000, inChunks(bytes.subarray(1000)));
    const path = store.temporary.path();
    await pieces.copyTo(name, path);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    await pieces.remove(name);
  });

  test('starts a missing upload again at its first byte', async () => {
    const { pieces } = store.blobs;
    const name = transferName();
    await pieces.append(name, 0, inChunks(Buffer.from('anew')));
    expect(await pieces.received(name)).toBe(4);
    await pieces.remove(name);
    await pieces.remove(name);
  });
});
