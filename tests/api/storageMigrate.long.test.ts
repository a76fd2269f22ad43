// Audio moves from a folder to another store and back, killed five times (X3); a bucket with `npm run test:s3`. Nothing
// is missing or duplicated, every hash is equal, and a server with both stores always finds everything.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlobStore, envelopeName } from '../../api/storage/blobs.ts';
import { layered } from '../../api/storage/layered.ts';
import { openStore } from '../../api/storage/open.ts';
import { readStorageUrl } from '../../api/storageUrl.ts';
import { program } from '../support/engine/program.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';
import { storageSettings } from '../support/storage/testStore.ts';

const BLOBS = 60;
const KILLS = 5;
const home = temporaryFolder('move');
let settings: Record<string, string>;
let folder: BlobStore;
let other: BlobStore;
const bytesOf = new Map<string, Buffer>();

beforeAll(async () => {
  settings = storageSettings(join(home, 'other'));
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = settings;
  folder = await openStore({ kind: 'disk', directory: join(home, 'blobs') });
  other = await openStore(readStorageUrl(settings.STORAGE_URL ?? '', { accessKeyId, secretAccessKey }));
  for (let index = 0; index < BLOBS; index++) {
    const name = `${randomBytes(16).toString('hex')}.mp3`;
    bytesOf.set(name, randomBytes(index === 0 ? 20_000_000 : 100_000 + index));
    bytesOf.set(envelopeName(name), randomBytes(1000));
  }
  for (const [name, bytes] of bytesOf) await folder.put(name, bytes);
});
afterAll(() => {
  other.close();
});

const here = () => `file:${join(home, 'blobs')}`;
const there = () => settings.STORAGE_URL ?? '';

/** Runs the command; `storageUrl` is the server's setting. Killed once `killAt` blobs are noted. */
async function run(
  storageUrl: string,
  words: string[],
  killAt?: number,
): Promise<{ code: unknown; output: string }> {
  const { TEMPORARY_DIRECTORY: _own, ...keys } = settings;
  const child = spawn(process.execPath, [...program('storageMigrate'), ...words], {
    env: {
      ...process.env,
      ...keys,
      DATABASE_URL: `file:${join(home, 'data/aural.db')}`,
      STORAGE_URL: storageUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const watch = setInterval(() => {
    if (killAt !== undefined && noted() >= killAt) child.kill('SIGKILL');
  }, 2);
  const [code, signal] = await once(child, 'close');
  clearInterval(watch);
  return { code: signal ?? code, output };
}

function noted(): number {
  try {
    const names = readdirSync(join(home, 'data')).filter((name) => name.startsWith('storage-moved-'));
    const lines = names.flatMap((name) => readFileSync(join(home, 'data', name), 'utf8').split('\n'));
    return lines.filter((line) => line !== '').length;
  } catch {
    return 0;
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
async function wrongIn(store: BlobStore): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, bytes] of bytesOf) {
    const size = (await store.stat(name))?.size ?? -1;
    const stored = size < 0 ? Buffer.alloc(0) : Buffer.concat(await all(await store.read(name, 0, size - 1)));
    const [is, should] = [stored, bytes].map((each) => createHash('sha256').update(each).digest('hex'));
    if (is !== should) wrong.push(name);
  }
  return wrong;
}

test('moves to another store, killed five times: every blob is there once, equal, and always found', {
  timeout: 300_000,
}, async () => {
  const both = layered(other, folder);
  let reading = true;
  const missed: string[] = [];
  const reader = (async () => {
    while (reading) {
      for (const name of bytesOf.keys()) {
        if (!(await both.stat(name))) missed.push(name);
        if (!reading) break;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    const { code } = await run(here(), [here(), there()], Math.round((kill * bytesOf.size) / (KILLS + 2)));
    expect(code).toBe('SIGKILL');
  }
  const { code, output } = await run(here(), [here(), there()]);
  reading = false;
  await reader;
  expect(output).toMatch(/copied and compared/);
  expect([code, missed]).toEqual([0, []]);
  expect((await all(other.list())).sort()).toEqual([...bytesOf.keys()].sort());
  expect(await wrongIn(other)).toEqual([]);
  const again = await run(here(), [here(), there()]);
  expect(again.output).toMatch(/: 0 copied and compared, 120 already there/);
});

test('empties the former store only of blobs that are in the other, and never while the server uses it', async () => {
  const refused = await run(here(), [here(), there(), '--delete-former']);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Set STORAGE_URL to TO first') });
  const mistyped = await run(here(), ['folder', there()]);
  expect(mistyped).toMatchObject({ code: 1, output: expect.stringContaining('folder must look like file:') });
  const [unmoved, lost] = [`${randomBytes(16).toString('hex')}.mp3`, [...bytesOf.keys()][2] ?? ''];
  await folder.put(unmoved, randomBytes(10));
  await other.remove(lost);
  const done = await run(there(), [here(), there(), '--delete-former']);
  // Each deleted name is printed.
  expect(done.output.match(/^removed [0-9a-f]{32}/gm)).toHaveLength(bytesOf.size - 2);
  expect(done.code).toBe(1);
  const left = await all(folder.list());
  expect(left.sort()).toEqual([unmoved, lost, envelopeName(lost)].sort());
  // A second run copies the blob that was lost meanwhile; then everything may be deleted.
  expect((await run(there(), [here(), there()])).code).toBe(0);
  expect((await run(there(), [here(), there(), '--delete-former'])).code).toBe(0);
  expect(await all(folder.list())).toEqual([]);
  expect(await wrongIn(other)).toEqual([]);
  await other.remove(unmoved);
});

test('moves back again', async () => {
  expect((await run(there(), [there(), here()])).code).toBe(0);
  expect(await wrongIn(folder)).toEqual([]);
  expect((await all(folder.list())).length).toBe(bytesOf.size);
});

test('refuses one store under two names, and a former store that is not there', async () => {
  const link = join(home, 'link');
  symlinkSync(join(home, 'blobs'), link);
  for (const more of [[], ['--delete-former']]) {
    const refused = await run(`file:${link}`, [here(), `file:${link}`, ...more]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('are the same store') });
  }
  const missing = await run(there(), [`${here()}-mistyped`, there()]);
  expect(missing).toMatchObject({
    code: 1,
    output: expect.stringMatching(/There is no folder .*Correct FROM/),
  });
  expect(await wrongIn(folder)).toEqual([]);
});

test('moves the id of the installation and refuses a store of another installation', {
  timeout: 120_000,
}, async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await folder.claim(id);
  expect((await run(here(), [here(), there()])).code).toBe(0);
  expect(await other.owners()).toEqual([id]);
  await other.claim('22222222-2222-4222-8222-222222222222');
  for (const [storageUrl, ...words] of [
    [here(), here(), there()],
    [there(), here(), there(), '--delete-former'],
  ] as [string, ...string[]][]) {
    const { code, output } = await run(storageUrl, words);
    expect(output).toContain('belong to different installations. Nothing was changed.');
    expect(code).toBe(1);
  }
  expect((await all(folder.list())).length).toBe(bytesOf.size);
});
