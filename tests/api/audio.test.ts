// Serves audio with ranges, conditions and HEAD as RFC 9110 requires (S1). Uses raw requests because `fetch` adds
// headers.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { actor, track } from '../support/server/actors.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const bytes = randomBytes(5000);
let app: TestApp;
let path: string;
beforeAll(async () => {
  app = await createTestApp();
  const id = await track(app, await actor(app, 'user'));
  const row = await app.deps.db
    .selectFrom('tracks')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(row.file, bytes);
  path = `/audio/${row.file}`;
});
afterAll(() => app.close());

const ask = (headers: Record<string, string>, method = 'GET') =>
  plainRequest(app.url + path, headers, method);

test.each<[string, number, number, number]>([
  ['bytes=0-0', 206, 0, 0],
  ['bytes=0-1', 206, 0, 1],
  ['bytes=0-', 206, 0, 4999],
  ['bytes=-1', 206, 4999, 4999],
  ['bytes=-500', 206, 4500, 4999],
  ['bytes=-9000', 206, 0, 4999],
  ['bytes=4999-', 206, 4999, 4999],
  ['bytes=100-99999', 206, 100, 4999],
  ['bytes=0-1,5-9', 200, 0, 4999],
  ['items=0-1', 200, 0, 4999],
  ['junk', 200, 0, 4999],
])('the range %s answers %i, bytes %i to %i (row 58)', async (range, status, first, last) => {
  const reply = await ask({ Range: range });
  expect(reply.status).toBe(status);
  expect(reply.headers['content-range']).toBe(status === 206 ? `bytes ${first}-${last}/5000` : undefined);
  expect(reply.body.equals(bytes.subarray(first, last + 1))).toBe(true);
  expect(reply.headers['accept-ranges']).toBe('bytes');
});

test.each(['bytes=5000-', 'bytes=9000-9001'])('answers %s with 416 and the length', async (range) => {
  const reply = await ask({ Range: range });
  expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */5000']);
});

test('answers HEAD with the length and no body (row 58)', async () => {
  const reply = await ask({}, 'HEAD');
  expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([200, '5000', 0]);
});

test('answers If-None-Match of the current version with 304, and If-Range of another version with the whole file', async () => {
  const etag = String((await ask({})).headers.etag);
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
  expect((await ask({ 'If-Range': etag, Range: 'bytes=0-1' })).status).toBe(206);
  expect((await ask({ 'If-Range': '"other"', Range: 'bytes=0-1' })).status).toBe(200);
});

test('lets a browser cache audio but revalidate it: 304 while it exists, 404 after its removal', async () => {
  const gone = await track(app, await actor(app, 'user'));
  const { file } = await app.deps.db
    .selectFrom('tracks')
    .select('file')
    .where('id', '=', gone)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(file, bytes);
  const first = await plainRequest(`${app.url}/audio/${file}`, {});
  expect(first.headers['cache-control']).toBe('public, no-cache');
  const again = { 'If-None-Match': String(first.headers.etag) };
  const kept = await plainRequest(`${app.url}/audio/${file}`, again);
  expect([kept.status, kept.body.length, kept.headers['cache-control']]).toEqual([
    304,
    0,
    'public, no-cache',
  ]);
  const part = await plainRequest(`${app.url}/audio/${file}`, { ...again, Range: 'bytes=0-1' });
  expect(part.status).toBe(304);
  await app.deps.db.updateTable('tracks').set({ status: 'removed' }).where('id', '=', gone).execute();
  expect((await plainRequest(`${app.url}/audio/${file}`, again)).status).toBe(404);
  expect((await plainRequest(`${app.url}/audio/${file}`, { ...again, Range: 'bytes=0-1' })).status).toBe(404);
});

test('a process started while the store is unavailable confirms cached copies and refuses other requests', async () => {
  const etag = String((await ask({})).headers.etag);
  // A new process knows no file yet, and its requests to the store fail.
  const known = vi.spyOn(app.deps.blobs, 'known').mockImplementation(async () => {
    throw new ApiError('store_unreachable', 'The audio store does not answer');
  });
  try {
    const since = { 'If-Modified-Since': new Date(0).toUTCString() };
    for (const same of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const kept = await ask({ 'If-None-Match': same, ...since });
      expect([kept.status, kept.body.length, kept.headers.etag], same).toEqual([304, 0, etag]);
      expect((await ask({ 'If-None-Match': same, Range: 'bytes=0-1' })).status).toBe(304);
    }
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(503);
    expect((await ask({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' })).status).toBe(503);
    expect((await ask({})).status).toBe(503);
  } finally {
    known.mockRestore();
  }
});

test('1,000 random ranges equal the bytes of the file', async () => {
  let wrong = 0;
  for (let round = 0; round < 1000; round++) {
    const first = Math.floor(Math.random() * 5000);
    const last = Math.min(4999, first + Math.floor(Math.random() * 300));
    const { body } = await ask({ Range: `bytes=${first}-${last}` });
    if (!body.equals(bytes.subarray(first, last + 1))) wrong++;
  }
  expect(wrong).toBe(0);
});

test('serves audio with headers that prevent its use as a page', async () => {
  const { headers } = await ask({});
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});
