// The audio store is unavailable, answers 503, hangs or breaks off (X5). Everything else works, audio requests succeed
// or get a clear refusal, no acknowledged write is lost, and the server recovers by itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { backup } from '../../api/jobs/backup.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, callAction, capToken, publish, visitor } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { get, upload } from '../support/server/wire.ts';
import { type FaultyS3, startFaultyS3 } from '../support/storage/faultyS3.ts';
import { storageSettings } from '../support/storage/testStore.ts';

let store: FaultyS3;
let app: TestApp;
let chief: Client;
/** A visible track: its address and its original bytes. */
let track: { url: string; id: string; bytes: Buffer };
beforeAll(async () => {
  const settings = storageSettings('');
  store = await startFaultyS3(settings.STORAGE_URL ?? '');
  app = await createTestApp({ env: { STORAGE_URL: store.url, METRICS_TOKEN: 'a-token-for-this-test' } });
  chief = await app.admin();
  track = await visibleTrack();
});
afterEach(() => store.turn('none'));
afterAll(async () => {
  await app.close();
  await store.close();
});

async function visibleTrack() {
  const owner = visitor(app.url);
  const fields = { title: 'Heard', filename: 'x.wav', type: 'audio/wav' };
  const { data } = await publish(owner, recording(60), fields);
  const { id } = await callAction<{ id: string }>(chief, 'approveUpload', {
    uploadId: data.uploadId,
    version: 1,
  });
  const { body } = await plainRequest(app.url + data.url, {});
  return { url: data.url, id, owner, bytes: body };
}
const play = (headers: Record<string, string> = {}) => plainRequest(app.url + track.url, headers);
const health = async () =>
  ((await (await fetch(`${app.url}/healthz`)).json()) as { data: { storage: string } }).data.storage;

test.each(['away', 'refusing', 'silent'] as const)(
  '%s: pages answer, audio is refused as store_unreachable, and playback works at once afterwards',
  async (fault) => {
    expect((await play()).body.equals(track.bytes)).toBe(true);
    store.turn(fault);
    for (let round = 0; round < 3; round++) {
      const refused = await play();
      expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([503, 'store_unreachable']);
      expect(refused.headers['retry-after']).toBe('5');
    }
    const before = store.asked();
    for (let round = 0; round < 10; round++) {
      expect((await get(visitor(app.url), 'getTracks')).status).toBe(200);
    }
    expect(store.asked() - before).toBe(0);
    expect(await health()).toBe('unreachable');
    const metrics = await fetch(`${app.url}/metrics`, {
      headers: { authorization: 'Bearer a-token-for-this-test' },
    });
    expect(await metrics.text()).toMatch(/^aural_storage_up 0$/m);
    store.turn('none');
    expect((await play()).body.equals(track.bytes)).toBe(true);
    expect(await health()).toBe('ready');
  },
);

test.each(['away', 'refusing', 'silent'] as const)(
  '%s: a player that revalidates its cached copy is confirmed at once',
  async (fault) => {
    const { headers } = await play();
    store.turn(fault);
    const { status, body } = await play({ 'If-None-Match': String(headers.etag) });
    expect([status, body.length, store.asked()]).toEqual([304, 0, 0]);
  },
);

test('retries hide a 503 to every other request', async () => {
  store.turn('hiccups');
  for (let round = 0; round < 5; round++) {
    const { status, body } = await play({ Range: 'bytes=1000-60000' });
    expect([status, body.equals(track.bytes.subarray(1000, 60_001))]).toEqual([206, true]);
  }
  const fields = { title: 'Nevertheless', filename: 'x.wav', type: 'audio/wav' };
  expect((await publish(visitor(app.url), recording(), fields)).success).toBe(true);
});

test('a slow store serves and stores audio completely, and delays no other requests', async () => {
  store.turn('slow');
  const sound = play({ Range: 'bytes=1000-260000' });
  const before = store.asked();
  for (let round = 0; round < 10; round++)
    expect((await get(visitor(app.url), 'getTracks')).status).toBe(200);
  expect(store.asked() - before).toBeLessThanOrEqual(1);
  const { status, body } = await sound;
  expect([status, body.equals(track.bytes.subarray(1000, 260_001))]).toEqual([206, true]);
  const fields = { title: 'Slowly', filename: 'x.wav', type: 'audio/wav' };
  const owner = visitor(app.url);
  const bytes = recording();
  const { data } = await publish(owner, bytes, fields);
  expect((await plainRequest(app.url + data.url, { cookie: owner.cookie })).body.equals(bytes)).toBe(true);
});

test('continues a broken response where it broke', async () => {
  store.turn('torn');
  const { status, body } = await play();
  expect([status, body.length, body.equals(track.bytes)]).toEqual([200, track.bytes.length, true]);
  expect(store.asked()).toBeGreaterThan(3);
});

async function namesKept(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of app.deps.blobs.list()) names.push(name);
  return names.sort();
}

test.each(['refusing', 'half', 'soundless', 'forgetful', 'bandless'] as const)(
  '%s: refuses an upload that cannot be stored completely, leaves nothing, keeps its ticket valid, and accepts it later',
  async (fault) => {
    const person = visitor(app.url);
    const bytes = recording();
    const title = `Once more, ${fault}`;
    const fields = { capToken: await capToken(person, bytes), title };
    const before = await namesKept();
    store.turn(fault);
    const refused = await upload(app.url, fields, { bytes });
    expect([refused.status, refused.json.code]).toEqual([503, 'store_unreachable']);
    expect(await app.deps.db.selectFrom('uploads').select('id').where('title', '=', title).execute()).toEqual(
      [],
    );
    store.turn('none');
    expect(await namesKept()).toEqual(before);
    const kept = await upload(app.url, fields, { bytes });
    expect(kept.status).toBe(200);
    const { url } = kept.json.data as UploadData;
    const back = await plainRequest(app.url + url, { cookie: person.cookie });
    expect(back.body.equals(bytes)).toBe(true);
    expect((await namesKept()).length).toBe(before.length + 2);
  },
);

test('an upload in pieces loses no acknowledged byte, wherever the store fails', async () => {
  const person = visitor(app.url);
  const bytes = recording(120);
  const third = Math.floor(bytes.length / 3);
  const { key } = await createTransfer(person, bytes);
  expect((await sendPiece(person, key, 0, bytes.subarray(0, third))).offset).toBe(third);
  store.turn('away');
  const refused = await sendPiece(person, key, third, bytes.subarray(third));
  expect([refused.status, refused.json.code]).toEqual([503, 'store_unreachable']);
  store.turn('none');
  expect((await readTransfer(person, key)).offset).toBe(third);
  expect((await sendPiece(person, key, third, bytes.subarray(third))).offset).toBe(bytes.length);
  store.turn('refusing');
  expect((await publishPieces(person, key)).json.code).toBe('store_unreachable');
  store.turn('none');
  const published = await publishPieces(person, key);
  expect(published.status).toBe(200);
  const { url } = published.json.data as UploadData;
  expect((await plainRequest(app.url + url, { cookie: person.cookie })).body.equals(bytes)).toBe(true);
});

test('content that its owner deletes during an outage disappears at once, and its bytes once the store is back', async () => {
  const gone = await visibleTrack();
  const file = gone.url.split('/').at(-1) ?? '';
  store.turn('refusing');
  await callAction(gone.owner, 'deleteTrack', { trackId: gone.id });
  expect((await plainRequest(app.url + gone.url, {})).status).toBe(404);
  await runJobs(app.deps);
  store.turn('none');
  expect(await app.deps.blobs.stat(file)).not.toBeNull();
  await runJobs(app.deps);
  expect(await app.deps.blobs.stat(file)).toBeNull();
});

test('a backup of a bucket is a folder with the same bytes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aural-bucket-backup-'));
  // PostgreSQL backs up its rows with its own programs.
  const onFile = await createTestApp({ rows: 'file' });
  try {
    await publish(visitor(onFile.url), recording(), { title: 'Kept', filename: 'x.wav', type: 'audio/wav' });
    const { missing, blobs } = await backup(onFile.deps.env, join(directory, 'copy'));
    expect([missing, blobs > 0]).toEqual([[], true]);
  } finally {
    await onFile.close();
    await rm(directory, { recursive: true, force: true });
  }
});
