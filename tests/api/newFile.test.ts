// Writing a stream to a new file: complete or absent, however early the stream breaks.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeNewFile } from '../../api/storage/newFile.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('new-file');

/** Broken before anyone reads it, as when a connection ends during the check of its fields. */
function gone(): Readable {
  const stream = new Readable({ read() {} });
  stream.on('error', () => {});
  return stream.destroy(new Error('cut'));
}

/** Threads open and remove files concurrently: about ten in 3,000 were created after their removal. */
const TRIES = 1000;
const AT_ONCE = 3;

test('a stream that breaks while the file is being opened leaves nothing', async () => {
  for (let at = 0; at < TRIES; at++) {
    const writing = Array.from({ length: AT_ONCE }, (_, one) =>
      writeNewFile(join(folder, `cut-${at}-${one}`), gone()),
    );
    const outcomes = await Promise.allSettled(writing);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from(writing, () => 'rejected'));
  }
  expect(await readdir(folder)).toEqual([]);
});

test('stores a finished stream completely', async () => {
  const bytes = Buffer.alloc(300_000, 'whole');
  await writeNewFile(join(folder, 'whole'), Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
  expect((await readFile(join(folder, 'whole'))).equals(bytes)).toBe(true);
});

test('a missing folder is a distinct error', async () => {
  const path = join(folder, 'no', 'file');
  await expect(writeNewFile(path, Readable.from(['x']))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(path)).toBe(false);
});
