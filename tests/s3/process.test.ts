// The shipped server with its audio in a bucket: killed during an upload, started without its store, started twice.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { program } from '../support/engine/program.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, publish, visitor } from '../support/server/publish.ts';
import { createServerHome, type ServerHome } from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { startFaultyS3 } from '../support/storage/faultyS3.ts';
import { storageSettings } from '../support/storage/testStore.ts';

const KILLS = 3;
const homes: ServerHome[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.remove();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A separate installation; `changes` override the settings of this run. */
async function installation(changes: Record<string, string> = {}): Promise<ServerHome> {
  const folder = await mkdtemp(join(tmpdir(), 'aural-bucket-'));
  folders.push(folder);
  const home = await createServerHome({ ...storageSettings(folder), ...changes }, program('server'));
  homes.push(home);
  return home;
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('after a kill during a piece, the next start has every acknowledged byte, and the upload finishes', async () => {
  const home = await installation();
  const bytes = recording(200);
  let server = await home.start();
  let person: Client = visitor(server.url);
  const { key } = await createTransfer(person, bytes);
  let acknowledged = 0;
  const step = Math.floor(bytes.length / (KILLS + 1));
  for (let kill = 0; kill < KILLS; kill++) {
    const reply = await sendPiece(
      person,
      key,
      acknowledged,
      bytes.subarray(acknowledged, acknowledged + step),
    );
    acknowledged = reply.offset ?? -1;
    // Another piece is in transit when the process ends.
    const onItsWay = sendPiece(person, key, acknowledged, bytes.subarray(acknowledged)).catch(() => null);
    await server.kill();
    await onItsWay;
    server = await home.start();
    person = { url: server.url, cookie: person.cookie };
    const { offset } = await readTransfer(person, key);
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = offset ?? -1;
    if (acknowledged === bytes.length) break;
  }
  if (acknowledged < bytes.length) await sendPiece(person, key, acknowledged, bytes.subarray(acknowledged));
  const published = await publishPieces(person, key);
  expect(published.status).toBe(200);
  const { url } = published.json.data as UploadData;
  const { body } = await plainRequest(server.url + url, { cookie: person.cookie });
  expect(hashOf(body)).toBe(hashOf(bytes));
  await server.kill();
});

test('a server starts without its store, answers other requests, and plays audio once the store is back', async () => {
  const store = await startFaultyS3(storageSettings('').STORAGE_URL ?? '');
  try {
    const home = await installation({ STORAGE_URL: store.url });
    let server = await home.start();
    const owner = visitor(server.url);
    const fields = { title: 'Kept', filename: 'x.wav', type: 'audio/wav' };
    const bytes = recording();
    const { data } = await publish(owner, bytes, fields);
    await server.kill();
    store.turn('away');
    server = await home.start();
    const feed = await plainRequest(`${server.url}/upload.php?action=getTracks`, {});
    expect(feed.status).toBe(200);
    const play = () => plainRequest(server.url + data.url, { cookie: owner.cookie });
    const refused = await play();
    expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([503, 'store_unreachable']);
    store.turn('none');
    expect((await play()).body.equals(bytes)).toBe(true);
    await server.kill();
  } finally {
    await store.close();
  }
});

test('two processes never share the folder for incoming files', async () => {
  const one = await installation();
  const folder = join(one.directory, 'shared');
  const [first, second] = [
    await installation({ TEMPORARY_DIRECTORY: folder }),
    await installation({ TEMPORARY_DIRECTORY: folder }),
  ];
  const server = await first.start();
  await expect(second.start()).rejects.toThrow(/\(TEMPORARY_DIRECTORY\) is in use by another process/);
  await server.kill();
  await (await second.start()).kill();
});

test.each([
  ['a bucket that does not exist', 'STORAGE_URL', 'There is no bucket aural-absent at '],
  ['wrong keys', 'AWS_SECRET_ACCESS_KEY', 'refuses the keys for the bucket '],
])('refuses %s and names the setting', async (_what, setting, sentence) => {
  const { STORAGE_URL = '' } = storageSettings('');
  const wrong = {
    STORAGE_URL: STORAGE_URL.replace(/\/\/[^/?]+/, '//aural-absent'),
    AWS_SECRET_ACCESS_KEY: 'not the secret',
  };
  const home = await installation({ [setting]: wrong[setting as keyof typeof wrong] });
  await expect(home.start()).rejects.toThrow(sentence);
});
