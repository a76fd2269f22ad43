// Users listen while the command, killed five times, moves audio from the folder to the bucket (X3). All audio is always
// available and unchanged, and new recordings arrive meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../api/storage/open.ts';
import { readStorageUrl } from '../../api/storageUrl.ts';
import { program } from '../support/engine/program.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, publish, visitor } from '../support/server/publish.ts';
import { recording } from '../support/server/testApp.ts';
import { storageSettings } from '../support/storage/testStore.ts';

const KILLS = 5;
const TRACKS = 12;
const WAV = { filename: 'x.wav', type: 'audio/wav' };

let home: Installation;
let app: OpenApp;
/** Settings while audio moves. */
let moving: Record<string, string>;
const sounds: { owner: Client; url: string; bytes: Buffer }[] = [];

const folder = () => `file:${join(home.directory, 'former')}`;

async function add(title: string): Promise<void> {
  const bytes = recording(5 + sounds.length);
  const owner = visitor(app.url);
  const { data } = await publish(owner, bytes, { title, ...WAV });
  sounds.push({ owner, url: data.url, bytes });
}

/** All audio is in the folder, as before the move to a bucket. */
async function moveBackIntoFolder(): Promise<void> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = moving;
  const bucket = await openStore(readStorageUrl(moving.STORAGE_URL ?? '', { accessKeyId, secretAccessKey }));
  const former = await openStore(readStorageUrl(folder(), null));
  for await (const name of bucket.list()) {
    const path = join(home.directory, name);
    await bucket.copyTo(name, path);
    await former.putFile(name, path);
    await bucket.remove(name);
  }
  bucket.close();
}

beforeAll(async () => {
  home = await createInstallation({}, 'file');
  moving = { ...storageSettings(home.directory), DATABASE_URL: `file:${home.env.databaseFile}` };
  const installation = await createInstallation({ ...moving, STORAGE_FORMER_URL: folder() });
  app = await installation.open();
  for (let number = 0; number < TRACKS; number++) await add(`No. ${number}`);
  await app.close();
  await moveBackIntoFolder();
  app = await installation.open();
});
afterAll(async () => {
  await app?.close();
  await home?.remove();
});

/** Blobs that the command has recorded as moved. */
function noted(): number {
  const { dataDirectory } = home.env;
  const names = readdirSync(dataDirectory).filter((name) => name.startsWith('storage-moved-'));
  const lines = names.flatMap((name) => readFileSync(join(dataDirectory, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').length;
}

/** Runs the command; kills it once `killAt` blobs are recorded. */
async function move(words: string[], killAt = Number.POSITIVE_INFINITY): Promise<unknown> {
  const child = spawn(process.execPath, [...program('storageMigrate'), ...words], {
    env: { ...process.env, ...moving },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const watch = setInterval(() => {
    if (noted() >= killAt) child.kill('SIGKILL');
  }, 2);
  const [code, signal] = await once(child, 'close');
  clearInterval(watch);
  return signal ?? (code === 0 ? 0 : said);
}

test('users hear all audio at any time while the command is killed five times, ends, and empties the former store', {
  timeout: 240_000,
}, async () => {
  let isOver = false;
  let playCount = 0;
  const missed: string[] = [];
  const listen = async (first: number) => {
    for (let turn = first; !isOver; turn++) {
      const { owner, url, bytes } = sounds[turn % sounds.length] as (typeof sounds)[number];
      const from = (turn * 7919) % (bytes.length - 20_000);
      const { status, body } = await plainRequest(app.url + url, {
        cookie: owner.cookie,
        Range: `bytes=${from}-${from + 19_999}`,
      });
      playCount++;
      if (status !== 206 || !body.equals(bytes.subarray(from, from + 20_000)))
        missed.push(`${url}: ${status}, ${body.length} bytes`);
      await pause(2);
    }
  };
  const listening = [listen(0), listen(5)];
  const to = moving.STORAGE_URL ?? '';
  for (let kill = 1; kill <= KILLS; kill++) {
    expect(await move([folder(), to], Math.round((kill * 2 * TRACKS) / (KILLS + 2)))).toBe('SIGKILL');
    await add(`Meanwhile ${kill}`);
  }
  expect(await move([folder(), to])).toBe(0);
  expect(await move([folder(), to, '--delete-former'])).toBe(0);
  await pause(200);
  isOver = true;
  await Promise.all(listening);
  expect(missed).toEqual([]);
  expect(playCount).toBeGreaterThan(100);
  for (const { owner, url, bytes } of sounds) {
    const { status, body } = await plainRequest(app.url + url, { cookie: owner.cookie });
    expect([status, body.equals(bytes)]).toEqual([200, true]);
  }
});
