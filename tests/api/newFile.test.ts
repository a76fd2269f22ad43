// A file that is written from a stream: whole, or not there at all, however early the stream breaks off.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNewFile } from '../../api/storage/newFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aural-new-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Broken off before anybody reads it, as by a connection that ends while its fields are looked at. */
function gone(): Readable {
  const stream = new Readable({ read() {} });
  stream.on('error', () => {});
  return stream.destroy(new Error('cut'));
}

/** Threads open files and take them away side by side: of 3,000, about ten were made after they had been taken away. */
const TRIES = 1000;
const AT_ONCE = 3;

test('a stream that breaks off while the file is still being opened leaves nothing', async () => {
  for (let at = 0; at < TRIES; at++) {
    const writing = Array.from({ length: AT_ONCE }, (_, one) =>
      writeNewFile(join(folder, `cut-${at}-${one}`), gone()),
    );
    const outcomes = await Promise.allSettled(writing);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from(writing, () => 'rejected'));
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a stream that ends is kept whole', async () => {
  const bytes = Buffer.alloc(300_000, 'whole');
  await writeNewFile(join(folder, 'whole'), Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
  expect((await readFile(join(folder, 'whole'))).equals(bytes)).toBe(true);
});

test('a folder that is not there is an error of its own', async () => {
  const path = join(folder, 'no', 'file');
  await expect(writeNewFile(path, Readable.from(['x']))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(path)).toBe(false);
});
