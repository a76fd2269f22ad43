// The client chooses the upload key, which is valid only within its account; the server makes all ids (issue 9).
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView, UploadData } from '../../api/contract/uploads.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { type Client, callAction, capToken } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import {
  createTransfer,
  deleteTransfer,
  publishPieces,
  readTransfer,
  sendPiece,
} from '../support/server/transfers.ts';
import { get, post, upload, type WireReply } from '../support/server/wire.ts';

let ann: Actor;
let ben: Actor;
const app = await createTestApp();
const moderator = await actor(app, 'moderator');
beforeEach(async () => {
  [ann, ben] = [await actor(app, 'user'), await actor(app, 'user')];
});
afterAll(() => app.close());

async function send(client: Client, uploadKey: string, bytes: Buffer, title = 'A key'): Promise<WireReply> {
  return upload(app.url, { capToken: await capToken(client, bytes), title, uploadKey }, { bytes });
}
const dataOf = (reply: WireReply) => reply.json.data as UploadData;
const queue = async () => (await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[];
const publicTracks = async (owner: Actor) =>
  (await get(owner, 'getTracks', { user: owner.accountId })).json.data as TrackView[];

test('an upload with the id of a pending edit as its key gets its own row, and each is decided separately', async () => {
  const owner = ann;
  const trackId = await track(app, owner, 'Harmless');
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Harmless edit' } });
  const [edit] = (await queue()).filter(({ userId }) => userId === owner.accountId);
  const sent = await send(owner, edit?.uploadId ?? '', recording(), 'Hidden');
  expect(sent.status).toBe(200);
  const rows = (await queue()).filter(({ userId }) => userId === owner.accountId);
  expect(rows.map(({ title }) => title).sort()).toEqual(['Harmless edit', 'Hidden']);
  expect(new Set(rows.map(({ uploadId }) => uploadId)).size).toBe(2);
  await callAction(moderator, 'approveUpload', { uploadId: edit?.uploadId });
  expect((await publicTracks(owner)).map(({ title }) => title)).toEqual(['Harmless edit']);
  const { uploadId } = dataOf(sent);
  expect((await queue()).map((row) => row.uploadId)).toContain(uploadId);
  await callAction(moderator, 'approveUpload', { uploadId });
  expect((await publicTracks(owner)).map(({ title }) => title).sort()).toEqual(['Harmless edit', 'Hidden']);
});

test('refuses to decide two items with one id, as an older database may hold them', async () => {
  const owner = ann;
  const trackId = await track(app, owner, 'Before');
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Afterwards' } });
  const [edit] = (await queue()).filter(({ userId }) => userId === owner.accountId);
  const { uploadId } = dataOf(await send(owner, crypto.randomUUID(), recording(), 'Twin'));
  await app.deps.db
    .updateTable('uploads')
    .set({ id: edit?.uploadId ?? '' })
    .where('id', '=', uploadId)
    .execute();
  for (const action of ['approveUpload', 'rejectUpload']) {
    const reply = await post(moderator, action, { uploadId: edit?.uploadId });
    expect([reply.status, reply.json.code]).toEqual([409, 'conflict']);
  }
  expect((await publicTracks(owner)).map(({ title }) => title)).toEqual(['Before']);
  await app.deps.db
    .deleteFrom('uploads')
    .where('id', '=', edit?.uploadId ?? '')
    .execute();
});

test('a key of another account is neither revealed nor blocked', async () => {
  const key = crypto.randomUUID();
  const [mine, theirs] = [recording(), recording()];
  const first = await send(ann, key, mine, 'Mine');
  expect(first.status).toBe(200);
  const second = await send(ben, key, theirs, 'Theirs');
  expect(second.status).toBe(200);
  expect(dataOf(second).uploadId).not.toBe(dataOf(first).uploadId);
  expect((await send(ann, key, mine)).json).toEqual(first.json);
  expect((await send(ben, key, theirs)).json).toEqual(second.json);
  expect((await send(ben, key, mine)).json.code).toBe('invalid_body');
});

test('treats a key in upper case as the same key', async () => {
  const key = crypto.randomUUID();
  const bytes = recording();
  const first = await send(ann, key, bytes);
  expect((await send(ann, key.toUpperCase(), bytes)).json).toEqual(first.json);
  const rows = (await queue()).filter(({ userId }) => userId === ann.accountId);
  expect(rows).toHaveLength(1);
});

test('a client cannot choose an id of the server', async () => {
  const [owner, victim] = [ann, ben];
  const trackId = await track(app, victim);
  for (const key of [victim.accountId, trackId]) {
    const { uploadId } = dataOf(await send(owner, key, recording()));
    expect([victim.accountId, trackId]).not.toContain(uploadId);
  }
  // An entry under another account's id would block the entry of that account.
  const { db } = app.deps;
  await db.transaction().execute((tx) => eraseAccount(tx, owner.accountId, app.deps.now()));
  await db.transaction().execute((tx) => eraseAccount(tx, victim.accountId, app.deps.now()));
  const kinds = await db
    .selectFrom('ledger')
    .select(['id', 'kind'])
    .where('id', 'in', [victim.accountId, trackId])
    .execute();
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['account', 'track']);
});

test('keeps transfers of two accounts with one key separate', async () => {
  const key = crypto.randomUUID();
  const [mine, theirs] = [recording(), recording()];
  const [owner, other] = [ann, ben];
  expect((await createTransfer(owner, mine, { uploadKey: key })).status).toBe(201);
  expect((await createTransfer(other, theirs, { uploadKey: key.toUpperCase() })).status).toBe(201);
  expect((await sendPiece(owner, key, 0, mine)).offset).toBe(mine.length);
  expect((await readTransfer(other, key)).state).toMatchObject({ uploadKey: key, offset: 0 });
  const published = await publishPieces(owner, key);
  expect(published.status).toBe(200);
  expect(dataOf(published).uploadId).not.toBe(key);
  expect((await publishPieces(owner, key.toUpperCase())).json).toEqual(published.json);
  expect((await readTransfer(owner, key)).state).toMatchObject({ uploadKey: key, expiresAt: null });
  expect((await sendPiece(other, key, 0, theirs)).offset).toBe(theirs.length);
  expect((await publishPieces(other, key)).status).toBe(200);
});

test('a key that another account has published opens a transfer', async () => {
  const key = crypto.randomUUID();
  expect((await send(ann, key, recording())).status).toBe(200);
  const bytes = recording();
  expect((await createTransfer(ben, bytes, { uploadKey: key })).status).toBe(201);
  expect((await readTransfer(ben, key)).offset).toBe(0);
  expect((await deleteTransfer(ben, key)).status).toBe(200);
});
