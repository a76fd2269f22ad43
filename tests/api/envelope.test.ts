// The spectral envelope of a recording: the server makes it from the stored bytes, stores it with them, serves it with
// the same permissions and deletes it with them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import {
  ENVELOPE_BANDS,
  ENVELOPE_FRAMES_PER_SECOND,
  ENVELOPE_HIGHEST_HZ,
  ENVELOPE_LOWEST_HZ,
  PIECE_BYTES,
  piecePath,
} from '../../api/contract/spectralEnvelope.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { neededFiles } from '../../api/db/copy.ts';
import { backup } from '../../api/jobs/backup.ts';
import { makeEnvelopes } from '../../api/jobs/envelopes.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { sweep } from '../../api/jobs/tidy.ts';
import { createDiskStore } from '../../api/storage/disk.ts';
import { sine } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, callAction, publish, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';

const RATE = 16_000;
const SECONDS = 65;
const app = await createTestApp();
const chief = await app.admin();
afterAll(() => app.close());

let serial = 0;
/** 1 kHz, different each time. */
const tone = (seconds: number) =>
  writeWav({ sampleRate: RATE, channels: [sine(1000, seconds * RATE, RATE, 0.3 + serial++ / 1000)] });

async function waiting(person: Client, seconds = 6) {
  const { data } = await publish(person, tone(seconds), {
    title: 'A tone',
    filename: 'x.wav',
    type: 'audio/wav',
  });
  const row = await app.deps.db
    .selectFrom('uploads')
    .select(['id', 'file', 'envelope'])
    .where('id', '=', data.uploadId)
    .executeTakeFirstOrThrow();
  return { ...row, path: `/envelope/${row.envelope}` };
}

const approve = (uploadId: string) => callAction<TrackView>(chief, 'approveUpload', { uploadId, version: 1 });

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  plainRequest(app.url + path, headers, method);
const statuses = (path: string, people: readonly Client[]) =>
  Promise.all(people.map(async ({ cookie }) => (await ask(path, { cookie })).status));
const nobody = visitor('');

test('a 1 kHz tone peaks in its band in every frame; a piece has 7,200 bytes (row 14)', async () => {
  const { id } = await waiting(visitor(app.url), SECONDS);
  const track = await approve(id);
  expect(track.envelope).toMatch(/^\/envelope\/[0-9a-f]{32}\.bands$/);
  const pieces = [];
  for (const piece of [0, 1, 2]) pieces.push((await ask(piecePath(track.envelope ?? '', piece))).body);
  expect(pieces.map(({ length }) => length)).toEqual([7200, 7200, 1200]);
  expect(PIECE_BYTES).toBe(7200);
  const octaves = Math.log2(ENVELOPE_HIGHEST_HZ / ENVELOPE_LOWEST_HZ);
  const band = Math.floor((Math.log2(1000 / ENVELOPE_LOWEST_HZ) / octaves) * ENVELOPE_BANDS);
  const frames = Buffer.concat(pieces);
  expect(frames.length).toBe(SECONDS * ENVELOPE_FRAMES_PER_SECOND * ENVELOPE_BANDS);
  for (let at = 0; at < frames.length; at += ENVELOPE_BANDS) {
    const frame = [...frames.subarray(at, at + ENVELOPE_BANDS)];
    expect(frame.indexOf(Math.max(...frame)), `frame ${at / ENVELOPE_BANDS}`).toBe(band);
  }
});

test('serves it to owner and moderators without caching while pending, to all once visible, and to no one once deleted', async () => {
  const [owner, stranger] = [visitor(app.url), visitor(app.url)];
  const { id, path, file } = await waiting(owner);
  const first = piecePath(path, 0);
  expect(await statuses(first, [nobody, stranger, owner, chief])).toEqual([404, 404, 200, 200]);
  expect((await ask(first, { cookie: owner.cookie })).headers['cache-control']).toBe('private, no-store');
  const track = await approve(id);
  expect(track.envelope).toBe(path);
  expect(await statuses(`/aural${first}`, [nobody, stranger, owner])).toEqual([200, 200, 200]);
  await callAction(owner, 'deleteTrack', { trackId: track.id });
  expect(await statuses(first, [nobody, owner, chief])).toEqual([404, 404, 404]);
  for (const name of [file, `${file.slice(0, 32)}.bands`]) {
    expect(await app.deps.blobs.stat(name), name).toBeNull();
  }
});

test('the envelope of a rejected recording stays for an appeal and is deleted with its audio', async () => {
  const owner = visitor(app.url);
  const { id, path, envelope } = await waiting(owner);
  await callAction(chief, 'rejectUpload', { uploadId: id, version: 1, reason: 'no' });
  const other = visitor(app.url);
  expect(await statuses(piecePath(path, 0), [owner, chief, other])).toEqual([200, 200, 404]);
  await app.deps.db.updateTable('uploads').set({ erase_at: 1 }).where('id', '=', id).execute();
  await runJobs(app.deps);
  // The next run deletes the files of the rows that this one erased.
  await runJobs(app.deps);
  expect(await statuses(piecePath(path, 0), [owner, chief])).toEqual([404, 404]);
  expect(await app.deps.blobs.stat(envelope ?? '')).toBeNull();
});

test('serves pieces compressed, conditional and checked, and answers 404 for others', async () => {
  const { path } = await waiting(chief);
  const first = piecePath(path, 0);
  const cookie = chief.cookie;
  const plain = await ask(first, { cookie });
  const packed = await ask(first, { cookie, 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.body.length).toBeLessThan(plain.body.length);
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  const again = await ask(first, { cookie, 'if-none-match': String(plain.headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect((await ask(first, { cookie }, 'HEAD')).body.length).toBe(0);
  expect((await ask(first, { cookie }, 'POST')).status).toBe(405);
  for (const wrong of ['/1', '/-1', '/00', '/99999', '/1e3']) {
    expect((await ask(path + wrong, { cookie })).status, wrong).toBe(404);
  }
  const audio = path.replace('/envelope/', '/audio/');
  expect((await ask(audio, { cookie })).status, 'an envelope is no audio').toBe(404);
});

test('a backup includes it, the sweep keeps it and reports it missing, an export names it', async () => {
  const owner = visitor(app.url);
  const { id, envelope, path } = await waiting(owner);
  const name = envelope ?? '';
  await approve(id);
  const directory = mkdtempSync(join(tmpdir(), 'aural-envelope-'));
  try {
    // PostgreSQL has its own backup tools.
    if (app.deps.env.postgres === null) {
      const { missing } = await backup(app.deps.env, join(directory, 'copy'));
      expect(missing).toEqual([]);
      expect(await createDiskStore(join(directory, 'copy', 'blobs')).stat(name)).not.toBeNull();
      const needed = await neededFiles(join(directory, 'copy', 'aural.db'));
      expect(needed.map((file) => file.name)).toContain(name);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  app.advance(120_000);
  await sweep(app.deps, 60_000, false);
  expect(await app.deps.blobs.stat(name)).not.toBeNull();
  const copy = await plainRequest(`${app.url}/upload.php?action=exportAccount`, { cookie: owner.cookie });
  const { tracks } = JSON.parse(copy.body.toString()).data as { tracks: { envelope: string }[] };
  expect(tracks.map((track) => track.envelope)).toEqual([path]);
  await app.deps.blobs.remove(name);
  expect((await sweep(app.deps, 60_000, true)).missing).toEqual([name]);
});

test('the start makes missing envelopes for tracks and pending uploads; a removed one leaves none', async () => {
  const { db, blobs } = app.deps;
  const owner = visitor(app.url);
  const [old, queued, gone] = [
    await waiting(owner),
    await waiting(visitor(app.url)),
    await waiting(visitor(app.url)),
  ];
  const track = await approve(old.id);
  const [file = ''] = (await db.selectFrom('tracks').select('file').where('id', '=', track.id).execute()).map(
    (row) => row.file,
  );
  const made = () => blobs.stat(old.envelope ?? '');
  for (const { envelope } of [old, queued, gone]) await blobs.remove(envelope ?? '');
  await db.updateTable('tracks').set({ envelope: null }).execute();
  await db.updateTable('uploads').set({ envelope: null }).execute();

  // Killed while the engine reads the first file: nothing is half stored, and the next start continues.
  const ending = new AbortController();
  let looked = 0;
  let at = '';
  const watched = {
    ...blobs,
    copyTo: (name: string, path: string) => {
      at = name;
      return blobs.copyTo(name, path);
    },
  };
  const inspector = {
    ...app.deps.inspector,
    inspect: async (...call: Parameters<typeof app.deps.inspector.inspect>) => {
      const audio = await app.deps.inspector.inspect(...call);
      looked++;
      if (looked === 1) {
        ending.abort();
        throw new Error('stopped');
      }
      if (at === gone.file)
        await callAction(chief, 'rejectUpload', { uploadId: gone.id, version: 1, reason: 'no' });
      return audio;
    },
  };
  await makeEnvelopes({ ...app.deps, blobs: watched, inspector }, ending.signal);
  expect(looked).toBe(1);
  expect(await made()).toBeNull();
  await makeEnvelopes({ ...app.deps, blobs: watched, inspector }, new AbortController().signal);
  expect(file).toBe(old.file);
  expect(await made()).not.toBeNull();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'envelope'])
    .where('envelope', 'is', null)
    .execute();
  expect(rows.map(({ id }) => id)).toContain(gone.id);
  expect(rows.map(({ id }) => id)).not.toContain(queued.id);
  expect(await blobs.stat(gone.envelope ?? '')).toBeNull();
  expect(await statuses(piecePath(old.path, 0), [nobody])).toEqual([200]);
  const before = looked;
  await makeEnvelopes({ ...app.deps, blobs: watched, inspector }, new AbortController().signal);
  expect(looked, 'nothing is made twice').toBe(before);
});
