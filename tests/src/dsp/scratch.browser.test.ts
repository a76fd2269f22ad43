// The engine's output files stay on disk only while needed.
import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { createDsp, type Dsp } from '../../../src/dsp/client.ts';
import { getFile, putFile } from '../../../src/storage/files.ts';
import { noise } from '../../support/audio/signals.ts';
import { wavBlob } from '../../support/audio/wavBlob.ts';

const RATE = 48_000;
const ROOT = 'dsp-scratch';
let dsp: Dsp | undefined;

afterEach(() => {
  dsp?.dispose();
  dsp = undefined;
});

const wav = (seconds: number) => wavBlob(noise(5, seconds * RATE, 0.4), RATE);

const digest = async (blob: Blob) =>
  String(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())));

/** DevTools protocol; its types belong to the provider, which tests do not import. */
const devTools = () => cdp() as unknown as { send(method: string, options: object): Promise<unknown> };

const pages = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });

/** File sizes in bytes, by folder. */
async function onDisk(): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for await (const [name, folder] of (await pages()).entries()) {
    found[name] = [];
    for await (const file of (folder as FileSystemDirectoryHandle).values())
      found[name].push((await (file as FileSystemFileHandle).getFile()).size);
  }
  return found;
}

const filesOnDisk = async () => Object.values(await onDisk()).flat();

async function leave(folder: string): Promise<void> {
  const handle = await (await pages()).getDirectoryHandle(folder, { create: true });
  await handle.getFileHandle('export', { create: true });
}

// Must run first: each page sweeps only once.
test('removes files of closed pages and keeps those of open pages', async () => {
  await leave('gone');
  await leave('living');
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks.request(`${ROOT}/living`, () => held);
  dsp = createDsp();
  await dsp.sha256(new Blob(['abc']));
  await vi.waitFor(async () => expect(Object.keys(await onDisk())).toEqual(['living']));
  end();
  await (await pages()).removeEntry('living', { recursive: true });
});

test('keeps a cut and a repaired file on disk until they are discarded', async () => {
  dsp = createDsp();
  const source = wav(4);
  const { file } = await dsp.cut(source, [{ start: 1, end: 3 }], { format: 'wav' });
  expect(file.type).toBe('audio/wav');
  const repaired = await dsp.repair(source.slice(0, 300_001));
  expect((await filesOnDisk()).sort()).toEqual([file.size, repaired.file.size].sort());
  expect(await digest(file.slice(44))).toBe(await digest(source.slice(44 + 2 * RATE, 44 + 6 * RATE)));
  await dsp.discard(file);
  expect(await filesOnDisk()).toEqual([repaired.file.size]);
  await dsp.discard(repaired.file);
  await dsp.discard(repaired.file);
  await dsp.discard(source);
  expect(await filesOnDisk()).toEqual([]);
});

test('detaches a file from the scratch folder so that it can be stored', async () => {
  dsp = createDsp();
  const { file } = await dsp.cut(wav(30), [{ start: 1, end: 29 }], { format: 'wav' });
  const wanted = await digest(file);
  const detached = await dsp.detach(file);
  expect(await filesOnDisk()).toEqual([]);
  const { id } = await putFile(detached, 'a.wav');
  const { blob } = await getFile(id);
  expect([blob.type, await digest(blob)]).toEqual(['audio/wav', wanted]);
  expect(await dsp.detach(detached)).toBe(detached);
});

test('leaves nothing on disk after a cancelled or refused export', async () => {
  dsp = createDsp();
  const abort = new AbortController();
  const endless = dsp.cut(
    wav(60),
    [{ start: 0, end: 60 }],
    { format: 'mp3' },
    (fraction) => {
      if (fraction > 0.1) abort.abort();
    },
    { signal: abort.signal },
  );
  await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
  const refused = dsp.repair(new Blob(['not audio at all'.repeat(100)]));
  await expect(refused).rejects.toMatchObject({ code: 'unsupported_format' });
  await vi.waitFor(async () => expect(await filesOnDisk()).toEqual([]), { timeout: 5_000 });
});

test('loses no bytes of an export when the disk fills up', async () => {
  dsp = createDsp();
  const source = wav(20);
  const whole = [{ start: 0, end: 20 }];
  const roomy = await dsp.cut(source, whole, { format: 'wav' });
  const wanted = await digest(roomy.file);
  await dsp.discard(roomy.file);
  const used = (await navigator.storage.estimate()).usage ?? 0;
  const origin = location.origin;
  await devTools().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 1_000_000 });
  try {
    const { file } = await dsp.cut(source, whole, { format: 'wav' });
    expect(await digest(file)).toBe(wanted);
    expect(file).not.toBeInstanceOf(File);
    expect(await filesOnDisk()).toEqual([]);
  } finally {
    await devTools().send('Storage.overrideQuotaForOrigin', { origin });
  }
});
