// Two shipped servers on one PostgreSQL and one bucket: an upload to one is decided at the other, plays from both, and
// notifies listeners at either.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { listen } from '../support/browser/listen.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { freePort } from '../support/server/freePort.mjs';
import { type Client, callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import { recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { get, post } from '../support/server/wire.ts';
import { startS3Server } from '../support/storage/s3Server.mjs';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const WAV = { filename: 'x.wav', type: 'audio/wav' };
const CHIEF = { username: 'chief', password: 'Correct-Horse-9' };

interface Running {
  url: string;
  child: ChildProcess;
  log(): string;
}

const home = temporaryFolder('two');
let database: TestDatabase;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let one: Running;
let other: Running;

async function start(): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/api/server.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...database.settings,
      ...bucket.keys,
      HOST: '127.0.0.1',
      PORT: String(port),
      STORAGE_URL: bucket.url,
      TEMPORARY_DIRECTORY: join(home, 'tmp'),
      STORAGE_RESERVE_BYTES: '0',
      DEMO_MODE: 'off',
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: CHIEF.username,
      ADMIN_PASSWORD: CHIEF.password,
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode === null && !(await fetch(`${url}/healthz`)).ok) throw new Error('not ready');
    },
    { timeout: 60_000, interval: 50 },
  );
  if (child.exitCode !== null) throw new Error(`the server ended\n${log}`);
  return { url, child, log: () => log };
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | string | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
  child.kill(signal);
  const [code, by] = await once(child, 'exit');
  return code ?? by;
}

beforeAll(async () => {
  expect(existsSync(join(ROOT, 'dist/api/server.js')), 'npm run build:api').toBe(true);
  database = await createTestDatabase(home);
  bucket = await startS3Server();
  one = await start();
  other = await start();
});
afterAll(async () => {
  for (const server of [one, other]) if (server) await end(server, 'SIGKILL');
  await bucket?.remove();
  await database?.remove();
});

const at = <Who extends Client>(server: Running, who: Who): Who => ({ ...who, url: server.url });
const titles = async (server: Running) =>
  ((await get(visitor(server.url), 'getTracks', { limit: '50' })).json.data as TrackView[]).map(
    ({ title }) => title,
  );
async function download(server: Running, track: TrackView): Promise<Buffer> {
  const reply = await fetch(new URL(track.url, server.url));
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

test('an upload to one, approved at the other, is in both feeds, plays from both, and notifies listeners at either', async () => {
  const owner = visitor(one.url);
  const { data } = await publish(owner, recording(), { title: 'Across', ...WAV });
  const listener = await listen(at(one, owner));
  const chief = await signIn(other.url, CHIEF.username, CHIEF.password);
  const track = await callAction<TrackView>(chief, 'approveUpload', { uploadId: data.uploadId, version: 1 });
  expect((await listener.until(1)).map(({ name }) => name)).toContain('trackApproved');
  await listener.untilHint('tracksChanged', () => true);
  listener.close();
  for (const server of [one, other]) await expect.poll(() => titles(server)).toContain('Across');
  const sounds = [await download(one, track), await download(other, track)];
  expect(sounds[0]?.length).toBeGreaterThan(1000);
  expect(sounds[0]).toEqual(sounds[1]);
  const part = await fetch(new URL(track.url, other.url), { headers: { range: 'bytes=100-199' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, sounds[0]?.subarray(100, 200)]);
  for (const server of [one, other]) expect(server.log()).not.toMatch(/"level":50/);
});

test('pieces of one upload reach both servers, also duplicates concurrently, and the other publishes it once', async () => {
  const owner = visitor(one.url);
  const bytes = recording(20);
  const { key } = await createTransfer(owner, bytes);
  const half = Math.floor(bytes.length / 2);
  expect((await sendPiece(owner, key, 0, bytes.subarray(0, half))).state?.offset).toBe(half);
  await Promise.all([
    sendPiece(at(one, owner), key, half, bytes.subarray(half)),
    sendPiece(at(other, owner), key, half, bytes.subarray(half)),
  ]);
  expect((await readTransfer(at(other, owner), key)).state?.offset).toBe(bytes.length);
  const tries = await Promise.all(
    Array.from({ length: 6 }, (_, index) => publishPieces(at(index % 2 ? one : other, owner), key)),
  );
  const ids = new Set(
    tries
      .filter(({ json }) => json.success)
      .map(
        ({ json }) => (json as unknown as { uploadId?: string; data: { uploadId: string } }).data.uploadId,
      ),
  );
  expect(ids.size).toBe(1);
  for (const { status } of tries) expect(status).toBeLessThan(500);
  const uploads = (await get(at(other, owner), 'getMyUploads')).json.data as unknown[];
  expect(uploads).toHaveLength(1);
});

test('a session that ends at one ends at the other, and a setting made at one applies at the other', async () => {
  const chief = await signIn(one.url, CHIEF.username, CHIEF.password);
  await callAction(chief, 'setAutoApproveStatus', { status: true });
  const { json } = await get(at(other, chief), 'getAutoApproveStatus');
  expect(JSON.stringify(json.data)).toContain('true');
  await callAction(chief, 'setAutoApproveStatus', { status: false });
  await callAction(at(one, { ...chief }), 'logout', {});
  expect((await post(at(other, chief), 'setAutoApproveStatus', { status: true })).status).toBe(401);
});

test('after a kill the other server continues, and a third one replaces the killed one', async () => {
  const owner = visitor(other.url);
  await callAction(owner, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
  expect(await end(one, 'SIGKILL')).toBe('SIGKILL');
  expect(await titles(other)).toContain('Across');
  const left = (folder: string) => join(home, 'tmp', folder, `${'a'.repeat(32)}.part`);
  for (const folder of ['process-0', 'process-1']) await writeFile(left(folder), 'half a file');
  const { data } = await publish(owner, recording(), { title: 'After the kill', ...WAV });
  one = await start();
  const chief = await signIn(one.url, CHIEF.username, CHIEF.password);
  await callAction(chief, 'approveUpload', { uploadId: data.uploadId, version: 1 });
  await expect.poll(() => titles(other)).toContain('After the kill');
  // Half-received files of the killed server are deleted, those of the other stay.
  expect([existsSync(left('process-0')), existsSync(left('process-1'))]).toEqual([false, true]);
  expect(await end(one, 'SIGTERM')).toBe(0);
});
