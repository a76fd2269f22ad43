// An export may be larger than what the browser can read back from memory.
import { expect, it } from 'vitest';
import { writeZip } from '../../../src/lib/zip.ts';
import { createTemporaryFile } from '../../../src/storage/temporaryFile.ts';

const PART_BYTES = 48 << 20;
const PARTS = 14;

it('an archive of 700 MB can be read to its end, and nothing remains after its removal', async () => {
  const part = new Blob([new Uint8Array(PART_BYTES).fill(7)]);
  const entries = Array.from({ length: PARTS }, (_, n) => ({ name: `audio/${n}.mp3`, content: part }));
  const file = await createTemporaryFile();
  await writeZip(entries, new Date(), new AbortController().signal, file.stream);
  const archive = await file.read('application/zip');
  expect(archive.size).toBeGreaterThan(PARTS * PART_BYTES);
  expect(archive.type).toBe('application/zip');
  const end = new Uint8Array(await archive.slice(-22).arrayBuffer());
  // The record at the end of every archive, and the number of its files.
  expect([...end.subarray(0, 4)]).toEqual([0x50, 0x4b, 5, 6]);
  expect(new DataView(end.buffer).getUint16(10, true)).toBe(PARTS);
  const middle = new Uint8Array(await archive.slice(archive.size / 2, archive.size / 2 + 100).arrayBuffer());
  expect([...new Set(middle)]).toEqual([7]);
  await file.remove();
  await expect(archive.slice(-22).arrayBuffer()).rejects.toThrow();
});
