// With STORAGE_LINK_SECONDS, a player is redirected to an expiring URL of the store. The server makes it for each
// playback; it is useless for anything else and never cached.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainRequest } from '../support/server/plainRequest.ts';
import { callAction, publish, visitor } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { STORAGE_LINK_SECONDS: '60' } });
});
afterAll(() => app.close());

const published = async () => {
  const owner = visitor(app.url);
  const fields = { title: 'Elsewhere', filename: 'x.wav', type: 'audio/wav' };
  const { data } = await publish(owner, recording(), fields);
  return { owner, ...data };
};

test('permitted callers get a URL that plays ranges, others get none', async () => {
  const { owner, url, uploadId } = await published();
  expect((await plainRequest(app.url + url, {})).status).toBe(404);
  const sent = await plainRequest(app.url + url, { cookie: owner.cookie, Range: 'bytes=0-9' });
  expect([sent.status, sent.headers['cache-control'], sent.headers.etag]).toEqual([
    307,
    'private, no-store',
    undefined,
  ]);
  const address = String(sent.headers.location);
  const reply = await plainRequest(address, { Range: 'bytes=0-9' });
  expect([reply.status, reply.body.length, reply.body.subarray(0, 4).toString()]).toEqual([206, 10, 'RIFF']);
  expect(reply.headers['content-type']).toBe('audio/wav');
  expect(reply.headers['cache-control']).toBe('private, no-store');
  const other = new URL(address);
  other.pathname = other.pathname.replace(/[0-9a-f]{32}/, '0'.repeat(32));
  expect((await plainRequest(other.href, {})).status).toBe(403);
  expect((await plainRequest(address, {}, 'DELETE')).status).toBe(403);
  const chief = await app.admin();
  const { id } = await callAction<{ id: string }>(chief, 'approveUpload', { uploadId, version: 1 });
  expect((await plainRequest(app.url + url, {})).status).toBe(307);
  await callAction(owner, 'deleteTrack', { trackId: id });
  expect((await plainRequest(app.url + url, { cookie: owner.cookie })).status).toBe(404);
  expect((await plainRequest(address, {})).status).toBe(404);
});

test('the policy lets pages play from the store and no other host', async () => {
  const page = await plainRequest(`${app.url}/healthz`, {});
  const policy = String(page.headers['content-security-policy']);
  const [, media = ''] = /media-src ([^;]*)/.exec(policy) ?? [];
  const { storage } = app.deps.env;
  expect(media).toBe(`'self' blob: ${storage.kind === 's3' ? storage.endpoint : 'no bucket'}`);
});
