// The ten-second preview: the server makes it from the stored bytes and shows it only to moderators while a
// recording is pending.
import { afterAll, expect, test } from 'vitest';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { makeEnvelopes } from '../../api/jobs/envelopes.ts';
import { sine } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { type Client, callAction, publish, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { voice } from '../support/server/voice.ts';
import { get } from '../support/server/wire.ts';

const RATE = 8000;
const app = await createTestApp();
const chief = await app.admin();
afterAll(() => app.close());

/** Silence of `seconds` with a voice for five seconds from `at`. */
function hidden(seconds: number, at: number): Buffer {
  const samples = new Float32Array(seconds * RATE);
  samples.set(voice(5, RATE), at * RATE);
  return writeWav({ sampleRate: RATE, channels: [samples] });
}

const send = async (by: Client, bytes: Buffer, claims: Record<string, string> = {}) =>
  (await publish(by, bytes, { title: 'Quiet', filename: 'x.wav', type: 'audio/wav', claims })).data.uploadId;
const queue = async (by: Client) => (await get(by, 'getPendingUploads')).json.data as PendingUploadView[];
const rowOf = async (by: Client, id: string) =>
  (await queue(by)).find(({ uploadId }) => uploadId === id) as PendingUploadView;
const kept = (id: string) =>
  app.deps.db.selectFrom('uploads').select('preview_json').where('id', '=', id).executeTakeFirst();

test('the preview of twenty silent minutes contains their five seconds of sound (row 42)', async () => {
  const owner = visitor(app.url);
  const { preview } = await rowOf(chief, await send(owner, hidden(1200, 720)));
  const spans = preview?.spans ?? [];
  expect(spans.map(({ reason }) => reason).sort()).toEqual([
    'different',
    'end',
    'loudest',
    'speech',
    'start',
  ]);
  expect(spans.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(10, 1);
  const loudest = spans.find(({ reason }) => reason === 'loudest');
  expect(loudest?.start).toBeGreaterThanOrEqual(720);
  expect(loudest?.start).toBeLessThanOrEqual(723);
  expect(preview?.heat).toHaveLength(200);
  expect(preview?.heat[120]).toBeGreaterThan(100);
  expect(preview?.heat.filter((heat) => heat > 0)).toHaveLength(1);
});

test('only moderators see it, while the recording is pending, and clients cannot set it', async () => {
  const owner = visitor(app.url);
  const claim = JSON.stringify({ spans: [{ start: 1, seconds: 9, reason: 'start' }], heat: [1] });
  const id = await send(owner, hidden(30, 12), { preview: claim, preview_json: claim });
  expect((await rowOf(chief, id)).preview?.spans).toHaveLength(5);
  expect((await rowOf(owner, id)).preview).toBeNull();
  const own = await get(owner, 'getDatabase');
  expect(JSON.stringify(own.json)).not.toContain('"reason":"loudest"');
  const track = await callAction<{ id: string }>(chief, 'approveUpload', { uploadId: id, version: 1 });
  expect(await kept(id)).toEqual({ preview_json: null });
  const reply = await get(chief, 'getTracks', { id: track.id });
  expect(JSON.stringify(reply.json)).not.toMatch(/preview|heat/);
});

test('the preview of a recording below ten seconds covers it all; a rejected recording keeps no preview', async () => {
  const id = await send(
    visitor(app.url),
    writeWav({ sampleRate: RATE, channels: [sine(440, 6 * RATE, RATE, 0.3)] }),
  );
  expect((await rowOf(chief, id)).preview).toMatchObject({
    spans: [{ start: 0, seconds: 6, reason: 'start' }],
  });
  await callAction(chief, 'rejectUpload', { uploadId: id, version: 1, reason: 'no' });
  expect(await kept(id)).toEqual({ preview_json: null });
});

test('ignores an unreadable preview; the start makes missing previews of pending uploads', async () => {
  const id = await send(visitor(app.url), hidden(20, 6));
  const made = (await rowOf(chief, id)).preview;
  const set = (json: string | null) =>
    app.deps.db.updateTable('uploads').set({ preview_json: json }).where('id', '=', id).execute();
  for (const broken of ['{', '[]', '{"spans":[{"start":0}],"heat":[]}', null]) {
    await set(broken);
    expect((await rowOf(chief, id)).preview).toBeNull();
  }
  await makeEnvelopes(app.deps, new AbortController().signal);
  expect((await rowOf(chief, id)).preview).toEqual(made);
});
