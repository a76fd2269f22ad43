// Uploads are also counted per address, because accounts are free. Many people can share an address, so reaching this
// limit only sends uploads to manual review (issue 9).
import { afterAll, afterEach, expect, test } from 'vitest';
import type { PendingUploadView, UploadReply } from '../../api/contract/uploads.ts';
import { retain } from '../../api/jobs/retention.ts';
import { type Client, callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const HOUR_MS = 3600 * 1000;
const app = await createTestApp({ env: { TRUST_PROXY: 'on' } });
const admin = await app.admin();
await callAction(admin, 'setAutoApproveStatus', { status: true });
afterEach(() => app.advance(48 * HOUR_MS));
afterAll(() => app.close());

async function form(person: Client, address: string): Promise<UploadReply> {
  const bytes = recording();
  const body = new FormData();
  body.set('capToken', await capToken(person, bytes));
  body.set('title', 'From here');
  body.set('audio', new Blob([new Uint8Array(bytes)]), 'take.wav');
  const headers = { 'x-forwarded-for': address };
  const reply = await fetch(`${app.url}/upload.php`, { method: 'POST', headers, body });
  expect(reply.status).toBe(200);
  return (await reply.json()) as UploadReply;
}

async function pieces(person: Client, address: string): Promise<UploadReply> {
  const bytes = recording();
  const token = await capToken(person, bytes);
  const headers = { cookie: person.cookie, 'x-forwarded-for': address, 'content-type': 'application/json' };
  const key = crypto.randomUUID();
  const url = `${app.url}/api/uploads`;
  const opening = JSON.stringify({ uploadKey: key, sizeBytes: bytes.length, capToken: token });
  expect((await fetch(url, { method: 'POST', headers, body: opening })).status).toBe(201);
  await fetch(`${url}/${key}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  });
  const reply = await fetch(`${url}/${key}`, { method: 'POST', headers, body: '{"title":"From here"}' });
  expect(reply.status).toBe(200);
  return (await reply.json()) as UploadReply;
}

test.each([
  ['one address', () => '203.0.113.7'],
  ['one /64', (index: number) => `2001:db8:1:2::${index + 1}`],
])('eight new guests of %s do not publish eight files without review', async (_what, addressOf) => {
  const replies: UploadReply[] = [];
  for (let index = 0; index < 8; index++) {
    replies.push(await (index % 2 ? pieces : form)(visitor(app.url), addressOf(index)));
  }
  expect(replies.map(({ requiresReview }) => requiresReview)).toEqual([
    ...[false, false, false],
    ...[true, true, true, true, true],
  ]);
});

test('publishes uploads of eight people from eight addresses without review', async () => {
  for (let index = 0; index < 8; index++) {
    expect((await form(visitor(app.url), `198.51.100.${index}`)).requiresReview).toBe(false);
  }
});

test('reviews uploads beyond the limit of an address, without refusing them or mentioning the other accounts', async () => {
  const address = '203.0.113.8';
  for (let index = 0; index < 13; index++) await form(visitor(app.url), address);
  const person = visitor(app.url);
  const reply = await form(person, address);
  expect(reply).toMatchObject({
    requiresReview: true,
    data: { reason: 'Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.' },
  });
  const [waiting] = (await get(person, 'getPendingUploads')).json.data as PendingUploadView[];
  expect(waiting).toMatchObject({ flags: [] });
});

test('counts an address in the windows of the limits, under a keyed hash, and deletes the hash after a week', async () => {
  const address = '203.0.113.9';
  for (let index = 0; index < 3; index++) await form(visitor(app.url), address);
  expect((await form(visitor(app.url), address)).requiresReview).toBe(true);
  const keys = async () =>
    (await app.deps.db.selectFrom('upload_events').selectAll().execute()) as {
      address_key?: string | null;
    }[];
  const known = (await keys()).map(({ address_key }) => address_key);
  expect(known.every((key) => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key))).toBe(true);
  expect(JSON.stringify(known)).not.toContain(address);
  app.advance(25 * HOUR_MS);
  expect((await form(visitor(app.url), address)).requiresReview).toBe(false);
  app.advance((7 * 24 - 25 + 1) * HOUR_MS);
  await retain(app.deps);
  const left = (await keys()).filter(({ address_key }) => address_key !== null);
  expect(left).toHaveLength(1);
});
