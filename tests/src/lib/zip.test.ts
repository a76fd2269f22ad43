// Another program reads the ZIP with every byte intact.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { zipOf } from '../../../src/lib/zip.ts';

const never = new AbortController().signal;

it('opens in another program with every name and byte', async () => {
  const large = new Uint8Array(3_000_000).map((_, at) => (at * 31) & 255);
  const entries = [
    { name: 'aural.json', content: new Blob(['{"a":1}']) },
    { name: 'audio/ä.mp3', content: new Blob([large]) },
    { name: 'audio/empty.mp3', content: new Blob([]) },
  ];
  const zip = await zipOf(entries, new Date(2026, 4, 6, 7, 8, 10), never);
  const folder = mkdtempSync(join(tmpdir(), 'aural-zip-'));
  try {
    const file = join(folder, 'out.zip');
    writeFileSync(file, Buffer.from(await zip.arrayBuffer()));
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print([(i.filename, i.file_size, i.date_time) for i in z.infolist()])
    z.extractall(sys.argv[2])`;
    const output = execFileSync('python3', ['-c', script, file, folder], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf8' },
    });
    expect(output).toContain("('audio/ä.mp3', 3000000, (2026, 5, 6, 7, 8, 10))");
    expect(readFileSync(join(folder, 'audio/ä.mp3')).equals(Buffer.from(large))).toBe(true);
    expect(readFileSync(join(folder, 'aural.json'), 'utf8')).toBe('{"a":1}');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('stops when aborted', async () => {
  const stopped = AbortSignal.abort();
  await expect(zipOf([{ name: 'a', content: new Blob(['a']) }], new Date(), stopped)).rejects.toThrow(
    /abort/i,
  );
});
