// The server keeps no hidden metadata of a recording, and the receipt lists what was removed. Limits show their counts
// to the account they concern.
import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { UploadReply, UploadStats } from '../../api/contract/uploads.ts';
import { taggedFiles } from '../support/audio/taggedFiles.ts';
import { type Client, callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, sendPiece } from '../support/server/transfers.ts';
import { upload } from '../support/server/wire.ts';

const app = await createTestApp();
afterAll(() => app.close());

async function send(person: Client, bytes: Buffer, fields: Record<string, string> = {}, name = 'x.wav') {
  const token = await capToken(person, bytes);
  const reply = await upload(app.url, { capToken: token, ...fields }, { bytes, name, type: 'audio/wav' });
  expect(reply.json.error).toBeUndefined();
  return reply.json as unknown as UploadReply;
}

const download = async (person: Client, url: string) =>
  Buffer.from(await (await fetch(`${app.url}${url}`, { headers: { cookie: person.cookie } })).arrayBuffer());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('publishes none of twelve planted metadata values, and the receipt names each field (row 36)', async () => {
  const person = visitor(app.url);
  let planted = 0;
  for (const { extension, bytes, canaries } of taggedFiles()) {
    const { data } = await send(person, bytes, {}, `my-name.${extension}`);
    const published = await download(person, data.url);
    for (const [field, value] of Object.entries(canaries)) {
      planted += 1;
      expect(bytes.includes(value), `${extension} holds ${field} before`).toBe(true);
      expect(published.includes(value), `${extension} holds ${field} after`).toBe(false);
    }
    expect(data.receipt?.removed, extension).toEqual(expect.arrayContaining(Object.keys(canaries)));
    expect(data.receipt?.sha256, extension).toBe(sha256(published));
    expect(data.filename).not.toContain('my-name');
  }
  expect(planted).toBe(12);
});

test('a repeat with the same upload key gets the same receipt, also for a file sent in pieces', async () => {
  const person = visitor(app.url);
  const bytes = taggedFiles()[0]?.bytes ?? Buffer.alloc(0);
  const { key } = await createTransfer(person, bytes);
  await sendPiece(person, key, 0, bytes);
  const first = (await publishPieces(person, key)).json as unknown as UploadReply;
  const again = (await publishPieces(person, key)).json as unknown as UploadReply;
  expect(first.data.receipt?.removed).toContain('location');
  expect(again).toEqual(first);
});

test('the row of an upload holds no plain hash of its file', async () => {
  const { data } = await send(visitor(app.url), recording());
  const row = await app.deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', data.uploadId)
    .executeTakeFirstOrThrow();
  expect(data.receipt?.sha256).toHaveLength(64);
  expect(JSON.stringify(row)).not.toContain(data.receipt?.sha256);
});

test('counts a device after its browser has lost the account (row 37)', async () => {
  const deviceId = 'a-phone-of-one-person';
  const stats = (client: Client, body: object) => callAction<UploadStats>(client, 'getUploadStats', body);
  const person = visitor(app.url);
  expect(await stats(person, { deviceId })).toMatchObject({ uploads30Min: 0, lastUpload: null });

  await send(person, recording(), { deviceId });
  const forgetful = visitor(app.url);
  const counted = await stats(forgetful, { deviceId });
  expect(counted).toMatchObject({ uploads30Min: 1, uploadsToday: 1 });
  expect(counted.audioMinutesToday).toBeCloseTo(0.1, 2);
  expect(Date.parse(counted.nextUnflagged ?? '')).toBe(Date.parse(counted.lastUpload ?? '') + 30 * 60_000);
  expect(await stats(person, {})).toMatchObject({ uploads30Min: 1 });
  expect(await stats(forgetful, {})).toMatchObject({ uploads30Min: 0 });

  const second = await send(forgetful, recording(), { deviceId });
  expect(second.requiresReview).toBe(true);
  expect(second.data.reason).toBe(
    'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen',
  );
  app.advance(31 * 60_000);
  expect((await stats(person, { deviceId })).uploads30Min).toBe(0);
});
