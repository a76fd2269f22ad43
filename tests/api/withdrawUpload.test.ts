// The owner withdraws an upload before a moderator has decided about it.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type {
  OwnUploadView,
  PendingUploadView,
  UploadData,
  UploadStats,
} from '../../api/contract/uploads.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer } from '../support/server/transfers.ts';
import { get, post, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const moderator = await actor(app, 'moderator');
afterAll(() => app.close());

async function send(owner: Actor, fields: Record<string, string> = { title: 'Too much said' }, seconds = 6) {
  const bytes = recording(seconds);
  const { status, json } = await upload(
    app.url,
    { capToken: await capToken(owner, bytes), ...fields },
    { bytes },
  );
  return { status, ...(json.data as UploadData) };
}
const withdraw = (by: Actor, uploadId: string) => post(by, 'withdrawUpload', { uploadId });
const approve = (uploadId: string) => post(moderator, 'approveUpload', { uploadId, version: 1 });
const own = async (by: Actor) => (await get(by, 'getMyUploads')).json.data as OwnUploadView[];
const queued = async (uploadId: string) =>
  ((await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[]).some(
    (row) => row.uploadId === uploadId,
  );
const isStored = async (url: string) => (await app.deps.blobs.stat(url.replace('/audio/', ''))) !== null;

test('its sound and its row are gone at once, and it still counts', async () => {
  const owner = await actor(app, 'guest');
  const sent = await send(owner);
  expect([await queued(sent.uploadId), await isStored(sent.url)]).toEqual([true, true]);
  expect((await withdraw(owner, sent.uploadId)).status).toBe(200);
  expect([await queued(sent.uploadId), await isStored(sent.url)]).toEqual([false, false]);
  expect(await own(owner)).toEqual([]);
  expect((await approve(sent.uploadId)).json.code).toBe('not_found');
  const { data } = (await post(owner, 'getUploadStats', {})).json as { data: UploadStats };
  expect(data.uploadsToday).toBe(1);
});

test('a repeat, whose first answer was lost, answers the same and deletes nothing else', async () => {
  const owner = await actor(app, 'guest');
  const [sent, other] = [await send(owner), await send(owner, { title: 'Another' }, 8)];
  const first = await withdraw(owner, sent.uploadId);
  const again = await withdraw(owner, sent.uploadId);
  expect([again.status, again.json]).toEqual([200, first.json]);
  expect((await own(owner)).map(({ uploadId }) => uploadId)).toEqual([other.uploadId]);
  expect((await withdraw(owner, randomUUID())).json.code).toBe('not_found');
});

test('nor does a deleted one come back when a device that missed the answer sends it again', async () => {
  const owner = await actor(app, 'guest');
  const [withdrawn, deleted] = [
    { title: 'Withdrawn', uploadKey: randomUUID() },
    { title: 'Deleted', uploadKey: randomUUID() },
  ];
  await withdraw(owner, (await send(owner, withdrawn)).uploadId);
  const { uploadId } = await send(owner, deleted, 7);
  const { id } = (await approve(uploadId)).json.data as TrackView;
  await post(owner, 'deleteTrack', { trackId: id });
  expect((await send(owner, withdrawn)).status).toBe(404);
  expect((await send(owner, deleted, 7)).status).toBe(404);
  const opened = await createTransfer(owner, recording(6), { uploadKey: withdrawn.uploadKey });
  expect([opened.status, opened.json.code]).toEqual([404, 'not_found']);
  expect(await own(owner)).toEqual([]);
  // Another decision of its owner has a key of its own.
  expect((await send(owner, { ...withdrawn, uploadKey: randomUUID() })).status).toBe(200);
});

test('only its owner withdraws it, and only before a decision', async () => {
  const owner = await actor(app, 'guest');
  const stranger = await actor(app, 'user');
  const sent = await send(owner);
  for (const other of [stranger, moderator]) {
    expect((await withdraw(other, sent.uploadId)).json.code).toBe('not_found');
  }
  expect(await queued(sent.uploadId)).toBe(true);
  const published = (await approve(sent.uploadId)).json.data as TrackView;
  expect((await withdraw(owner, sent.uploadId)).json.code).toBe('not_found');
  expect(await isStored(published.url)).toBe(true);

  const refused = await send(owner, { title: 'Refused' }, 9);
  await callAction(moderator, 'rejectUpload', { uploadId: refused.uploadId, version: 1, reason: 'No' });
  expect((await withdraw(owner, refused.uploadId)).json.code).toBe('not_found');
  expect((await own(owner)).map(({ uploadId }) => uploadId)).toEqual([refused.uploadId]);
});

test('without a withdrawn new sound the recording keeps its old one, and another can be sent', async () => {
  const owner = await actor(app, 'user');
  const { uploadId } = await send(owner);
  const { id, url } = (await approve(uploadId)).json.data as TrackView;
  const first = await send(owner, { replaces: id }, 8);
  expect((await send(owner, { replaces: id }, 7)).status).toBe(409);
  expect((await withdraw(owner, first.uploadId)).status).toBe(200);
  const shown = (await get(visitor(app.url), 'getTracks', { id })).json.data as TrackView[];
  expect(shown.map((track) => track.url)).toEqual([url]);
  expect([await isStored(url), await isStored(first.url)]).toEqual([true, false]);
  expect((await send(owner, { replaces: id }, 7)).status).toBe(200);
});
