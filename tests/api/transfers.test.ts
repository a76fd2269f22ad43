// The resumable protocol: refused callers and requests, a wrong offset changes nothing, and the result equals a
// multipart upload.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { tidyTransfers } from '../../api/jobs/tidy.ts';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import {
  createTransfer,
  deleteTransfer,
  headTransfer,
  publishPieces,
  readTransfer,
  sendPiece,
} from '../support/server/transfers.ts';
import { upload } from '../support/server/wire.ts';

const app = await createTestApp();
const guest = visitor(app.url);
afterAll(() => app.close());

const filesOfTransfers = async () => (await app.temporaryFiles()).filter((name) => name.endsWith('.resume'));

test('refuses callers without a session; other accounts get not_found', async () => {
  const bytes = recording();
  const stranger = visitor(app.url);
  const token = await capToken(guest, bytes);
  const refused = await createTransfer(stranger, bytes, { capToken: token });
  expect([refused.status, refused.json.code]).toEqual([401, 'not_signed_in']);
  const { key } = await createTransfer(guest, bytes, { capToken: token });
  const other = visitor(app.url);
  await capToken(other, bytes);
  for (const reply of [
    await readTransfer(other, key),
    await sendPiece(other, key, 0, bytes),
    await publishPieces(other, key),
    await deleteTransfer(other, key),
  ]) {
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found']);
  }
  expect((await readTransfer(guest, key)).state?.offset).toBe(0);
  expect((await deleteTransfer(guest, key)).status).toBe(200);
  expect(await filesOfTransfers()).toEqual([]);
});

test('creation spends the capToken, which names the account, the bytes and their size class', async () => {
  const bytes = recording();
  const token = await capToken(guest, bytes);
  const other = visitor(app.url);
  await capToken(other, bytes);
  expect((await createTransfer(other, bytes, { capToken: token })).json.code).toBe('identity_mismatch');
  const tooLarge = await createTransfer(guest, bytes, { capToken: token, sizeBytes: 6 * 1024 * 1024 });
  expect(tooLarge.json.code).toBe('cap_token_invalid');
  const above = await createTransfer(guest, bytes, { capToken: token, sizeBytes: 50 * 1024 * 1024 + 1 });
  expect([above.status, above.json.code]).toEqual([413, 'audio_too_large']);
  const first = await createTransfer(guest, bytes, { capToken: token });
  expect([first.status, first.offset, first.headers.get('location')]).toEqual([
    201,
    0,
    `/api/uploads/${first.key}`,
  ]);
  const again = await createTransfer(guest, bytes, { capToken: token, uploadKey: first.key });
  expect(again.state).toEqual(first.state);
  expect((await createTransfer(guest, bytes, { capToken: token })).json.code).toBe('cap_token_used');
  expect((await upload(app.url, { capToken: token }, { bytes })).json.code).toBe('cap_token_used');
  expect(await filesOfTransfers()).toHaveLength(1);
  await deleteTransfer(guest, first.key);
});

test.each<[string, Record<string, unknown>]>([
  ['a key that is no UUID', { uploadKey: '../../etc/passwd' }],
  ['a negative size', { sizeBytes: -1 }],
  ['half a byte', { sizeBytes: 1.5 }],
  ['no token', { capToken: '' }],
])('refuses %s with 422', async (_what, changes) => {
  const reply = await createTransfer(guest, recording(), { capToken: 'x', ...changes });
  expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
});

test('a wrong offset answers 409 with the right one and changes nothing', async () => {
  const bytes = recording();
  const { key } = await createTransfer(guest, bytes);
  expect((await sendPiece(guest, key, 0, bytes.subarray(0, 1000))).offset).toBe(1000);
  for (const wrong of [0, 999, 1001, bytes.length]) {
    const reply = await sendPiece(guest, key, wrong, bytes.subarray(0, 10));
    expect([reply.status, reply.json.code, reply.offset]).toEqual([409, 'wrong_offset', 1000]);
  }
  const early = await publishPieces(guest, key);
  expect([early.status, early.json.code, early.offset]).toEqual([409, 'wrong_offset', 1000]);
  const long = await sendPiece(guest, key, 1000, Buffer.concat([bytes.subarray(1000), Buffer.from('more')]));
  expect([long.status, long.json.code]).toEqual([413, 'audio_too_large']);
  const head = await headTransfer(guest, key);
  expect([head.status, head.offset, head.headers.get('upload-length')]).toEqual([
    200,
    1000,
    String(bytes.length),
  ]);
  await deleteTransfer(guest, key);
});

test('another account that knows the key cannot cancel a piece', async () => {
  const bytes = recording();
  const { key } = await createTransfer(guest, bytes);
  const stranger = visitor(app.url);
  await capToken(stranger, bytes);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const sent = fetch(`${app.url}/api/uploads/${key}`, {
    method: 'PATCH',
    headers: {
      cookie: guest.cookie,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: readable,
    duplex: 'half',
  } as RequestInit);
  await writer.write(bytes.subarray(0, 1000));
  await expect.poll(async () => (await filesOfTransfers()).length).toBe(1);
  const [name = ''] = await filesOfTransfers();
  const { pieces } = app.deps.blobs;
  await expect.poll(() => pieces.received(name), { timeout: 20_000 }).toBe(1000);
  for (const ask of [readTransfer, deleteTransfer]) expect((await ask(stranger, key)).status).toBe(404);
  await writer.write(bytes.subarray(1000));
  await writer.close();
  expect((await sent).status).toBe(200);
  expect((await readTransfer(guest, key)).offset).toBe(bytes.length);
  await deleteTransfer(guest, key);
});

test('a transfer with a missing file restarts at 0', async () => {
  const bytes = recording();
  const { key } = await createTransfer(guest, bytes);
  await sendPiece(guest, key, 0, bytes.subarray(0, 1000));
  await app.deps.blobs.pieces.remove((await filesOfTransfers())[0] ?? '');
  expect((await readTransfer(guest, key)).offset).toBe(0);
  expect((await sendPiece(guest, key, 0, bytes)).offset).toBe(bytes.length);
  expect((await publishPieces(guest, key)).status).toBe(200);
});

test('pieces make the same upload as the form, once, however often it is published', async () => {
  const bytes = recording(8);
  const { key } = await createTransfer(guest, bytes);
  for (let at = 0; at < bytes.length; at += 30_000) {
    expect((await sendPiece(guest, key, at, bytes.subarray(at, at + 30_000))).status).toBe(200);
  }
  expect((await publishPieces(guest, key, { title: 'x'.repeat(86) })).json.code).toBe('invalid_body');
  expect((await publishPieces(guest, key, { userId: 'somebody-else' })).json.code).toBe('identity_mismatch');
  const fields = {
    title: 'In pieces',
    gender: 'Female',
    tags: '["Soft"]',
    originalName: 'Mädchen\r\nX: 1.wav',
  };
  const replies = await Promise.all(Array.from({ length: 5 }, () => publishPieces(guest, key, fields)));
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual(replies[0]?.json);
  }
  const data = replies[0]?.json.data as UploadData;
  expect(data).toMatchObject({ size: bytes.length, originalName: 'MädchenX: 1.wav' });
  expect((await readTransfer(guest, key)).state).toMatchObject({ offset: bytes.length, expiresAt: null });
  const response = await fetch(app.url + data.url, { headers: { cookie: guest.cookie } });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  const rows = await app.deps.db.selectFrom('uploads').select('id').where('upload_key', '=', key).execute();
  expect(rows).toEqual([{ id: data.uploadId }]);
  expect(await app.temporaryFiles()).toEqual([]);
});

test('refuses and drops other bytes than announced', async () => {
  const bytes = recording();
  const { key } = await createTransfer(guest, bytes);
  const changed = Buffer.from(bytes);
  changed[5000] = (changed[5000] ?? 0) ^ 1;
  await sendPiece(guest, key, 0, changed);
  const reply = await publishPieces(guest, key);
  expect([reply.status, reply.json.code]).toEqual([403, 'cap_token_invalid']);
  expect((await readTransfer(guest, key)).status).toBe(404);
  expect(await app.temporaryFiles()).toEqual([]);
});

test('non-audio bytes end their transfer', async () => {
  const bytes = Buffer.from('<html><script>alert(1)</script></html>'.repeat(50));
  const { key } = await createTransfer(guest, bytes);
  await sendPiece(guest, key, 0, bytes);
  expect((await publishPieces(guest, key)).json.code).toBe('audio_unsupported');
  expect(await app.temporaryFiles()).toEqual([]);
});

test('one account has at most eight unfinished transfers', async () => {
  const busy = visitor(app.url);
  const keys: string[] = [];
  for (let index = 0; index < 8; index++) {
    const { status, key } = await createTransfer(busy, recording(5));
    expect(status).toBe(201);
    keys.push(key);
  }
  const ninth = await createTransfer(busy, recording(5));
  expect([ninth.status, ninth.json.code]).toEqual([503, 'busy']);
  for (const key of keys) await deleteTransfer(busy, key);
});

test('removes unfinished transfers some time after their last byte', async () => {
  const DAY_MS = 24 * 3600 * 1000;
  const bytes = recording();
  const { key: idle } = await createTransfer(guest, bytes);
  const { key: alive } = await createTransfer(guest, recording());
  app.advance(DAY_MS - 60_000);
  expect(await tidyTransfers(app.deps, 0)).toEqual([]);
  await sendPiece(guest, alive, 0, bytes.subarray(0, 100));
  app.advance(120_000);
  expect(await tidyTransfers(app.deps, 0)).toHaveLength(1);
  expect((await readTransfer(guest, idle)).status).toBe(404);
  expect((await readTransfer(guest, alive)).offset).toBe(100);
  await deleteTransfer(guest, alive);
});

test('deleting an account removes its unfinished transfers', async () => {
  const leaving = visitor(app.url);
  await createTransfer(leaving, recording());
  const { accountId } = await app.deps.db
    .selectFrom('transfers')
    .select('account_id as accountId')
    .executeTakeFirstOrThrow();
  await app.deps.db.deleteFrom('accounts').where('id', '=', accountId).execute();
  app.advance(1000);
  expect(await tidyTransfers(app.deps, 0)).toHaveLength(1);
  expect(await filesOfTransfers()).toEqual([]);
});

test('refuses a piece of another type, a non-numeric offset, an unknown method and a cross-site call', async () => {
  const bytes = recording();
  const { key } = await createTransfer(guest, bytes);
  const ask = (method: string, headers: Record<string, string>) =>
    fetch(`${app.url}/api/uploads/${key}`, {
      method,
      headers: { cookie: guest.cookie, ...headers },
      body: method === 'GET' ? null : new Uint8Array(10),
    }).then(async (reply) => [reply.status, ((await reply.json()) as { code: string }).code]);
  const type = { 'content-type': 'application/offset+octet-stream' };
  expect(await ask('PATCH', { 'upload-offset': '0' })).toEqual([415, 'unsupported_media']);
  expect(await ask('PATCH', { ...type, 'upload-offset': '-1' })).toEqual([422, 'invalid_body']);
  expect(await ask('PATCH', type)).toEqual([422, 'invalid_body']);
  expect(await ask('PUT', type)).toEqual([405, 'method_not_allowed']);
  expect(await ask('PATCH', { ...type, 'upload-offset': '0', 'sec-fetch-site': 'cross-site' })).toEqual([
    403,
    'cross_site',
  ]);
  expect((await readTransfer(guest, randomUUID())).status).toBe(404);
  await deleteTransfer(guest, key);
});

test('the quota counts transfers by their announced size', async () => {
  const small = await createTestApp({ env: { ACCOUNT_QUOTA_BYTES: '200000', STORE_QUOTA_BYTES: '300000' } });
  try {
    const person = visitor(small.url);
    const { status, key } = await createTransfer(person, recording(6));
    expect(status).toBe(201);
    expect((await createTransfer(person, recording(7))).json.code).toBe('quota_exceeded');
    const form = recording(7);
    expect(
      (await upload(small.url, { capToken: await capToken(person, form) }, { bytes: form })).json.code,
    ).toBe('quota_exceeded');
    const others = [visitor(small.url), visitor(small.url)];
    expect((await createTransfer(others[0] as Client, recording(10))).status).toBe(201);
    expect((await createTransfer(others[1] as Client, recording(6))).json.code).toBe('storage_full');
    await deleteTransfer(person, key);
    expect((await createTransfer(person, recording(6))).status).toBe(201);
  } finally {
    await small.close();
  }
});
