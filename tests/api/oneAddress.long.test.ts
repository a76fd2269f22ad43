// How much the accounts of one address can take from others: room for uploads, places in the queue, comments. Accounts
// are free, so every budget also counts per address block and per IPv6 site.
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PowChallenge } from '../../api/contract/uploads.ts';
import { createRateLimits } from '../../api/middleware/rateLimit.ts';
import { writeWav } from '../support/audio/wav.ts';
import { type Client, visitor } from '../support/server/publish.ts';
import { solve } from '../support/server/solve.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { voice } from '../support/server/voice.ts';
import { post, type WireReply } from '../support/server/wire.ts';
import { inBucket } from '../support/storage/testStore.ts';

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
const HERE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const from = (address: string) => ({ 'x-forwarded-for': address });

let app: TestApp;
const open = async (env: Record<string, string> = {}) => {
  app = await createTestApp({ env: { TRUST_PROXY: 'on', RATE_LIMIT_FACTOR: '1', ...env } });
};
beforeEach(() => {
  serial = 0;
});
afterEach(() => app.close());

let serial = 0;
/** A new, valid recording of about `bytes` bytes. */
function take(bytes: number): Buffer {
  const samples = new Float32Array(bytes / 2);
  const spoken = voice(6, 48_000);
  for (let at = 0; at < samples.length; at += spoken.length) {
    samples.set(spoken.subarray(0, samples.length - at), at);
  }
  serial++;
  for (let bit = 0; bit < 16; bit++) samples[samples.length - 1 - bit] = (serial >> bit) & 1 ? 0.1 : -0.1;
  return writeWav({ sampleRate: 48_000, channels: [samples] });
}

async function ticket(client: Client, address: string, bytes: Buffer | null, size: number): Promise<string> {
  const sha256 = createHash('sha256')
    .update(bytes ?? randomBytes(16))
    .digest('hex');
  const { json } = await post(client, 'getPowChallenge', { sha256, size }, from(address));
  if (!json.success) throw new Error(`no challenge: ${json.code}`);
  return solve(json.data as PowChallenge);
}

interface Answer {
  status: number;
  code: string | undefined;
  retryAfter: number | null;
  key: string;
}

async function call(
  client: Client,
  address: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: BodyInit,
): Promise<Omit<Answer, 'key'>> {
  const reply = await fetch(`${app.url}${path}`, {
    method,
    headers: { ...(client.cookie ? { cookie: client.cookie } : {}), ...from(address), ...headers },
    body,
  });
  const { code } = (await reply.json()) as { code?: string };
  const after = reply.headers.get('retry-after');
  return { status: reply.status, code, retryAfter: after === null ? null : Number(after) };
}

async function announce(client: Client, address: string, size: number, bytes: Buffer | null = null) {
  const key = crypto.randomUUID();
  const capToken = await ticket(client, address, bytes, size);
  const body = JSON.stringify({ uploadKey: key, sizeBytes: size, capToken });
  const json = { 'content-type': 'application/json' };
  return { ...(await call(client, address, 'POST', '/api/uploads', json, body)), key };
}

const send = (client: Client, address: string, key: string, offset: number, piece: Uint8Array) =>
  call(
    client,
    address,
    'PATCH',
    `/api/uploads/${key}`,
    { 'content-type': 'application/partial-upload', 'upload-offset': String(offset) },
    new Uint8Array(piece),
  );

async function form(client: Client, address: string, bytes: Buffer): Promise<Omit<Answer, 'key'>> {
  const body = new FormData();
  body.set('capToken', await ticket(client, address, bytes, bytes.length));
  body.set('title', 'From here');
  body.set('audio', new Blob([new Uint8Array(bytes)]), 'take.wav');
  return call(client, address, 'POST', '/upload.php', {}, body);
}

/** Announces, sends and publishes. */
async function uploadOf(client: Client, address: string, bytes: Buffer): Promise<Omit<Answer, 'key'>> {
  const opened = await announce(client, address, bytes.length, bytes);
  if (opened.status !== 201) return opened;
  const sent = await send(client, address, opened.key, 0, bytes);
  if (sent.status !== 200) return sent;
  const json = { 'content-type': 'application/json' };
  return call(client, address, 'POST', `/api/uploads/${opened.key}`, json, '{"title":"From elsewhere"}');
}

const guests = (count: number) => Array.from({ length: count }, () => visitor(app.url));

/** Limits the audio store to `megabytes`: by the disk, or for a bucket by the quota. */
function setCapacity(megabytes: number): void {
  const { temporary, blobs, env } = app.deps;
  if (inBucket) Object.assign(env, { storeQuotaBytes: megabytes * MB });
  temporary.freeBytes = async () => {
    let stored = 0;
    for await (const { name } of blobs.pieces.list()) stored += (await blobs.pieces.received(name)) ?? 0;
    return megabytes * MB - stored;
  };
}

test('six guests of one address who only announce uploads leave room for a stranger’s 5 MB', async () => {
  await open({ STORE_QUOTA_BYTES: String(304 * MB) });
  let announced = 0;
  for (const guest of guests(6)) {
    for (let index = 0; index < 2; index++) {
      if ((await announce(guest, HERE, 50 * MB)).status === 201) announced++;
    }
  }
  expect(announced).toBeGreaterThan(0);
  expect(await uploadOf(visitor(app.url), ELSEWHERE, take(5 * MB))).toMatchObject({ status: 200 });
  expect(await form(visitor(app.url), ELSEWHERE, take(5 * MB))).toMatchObject({ status: 200 });
});

test('six guests of one address who send without end leave room for a stranger’s 5 MB', async () => {
  await open();
  setCapacity(96);
  const piece = randomBytes(8 * MB);
  let stored = 0;
  const refusals = new Set<string | undefined>();
  for (const guest of guests(6)) {
    for (let index = 0; index < 3; index++) {
      const { status, key, code } = await announce(guest, HERE, 12 * MB);
      const sent = status === 201 ? await send(guest, HERE, key, 0, piece) : { status, code };
      if (sent.status === 200) stored += piece.length;
      else refusals.add(sent.code);
    }
  }
  expect(stored).toBeLessThanOrEqual(24 * MB);
  expect([...refusals]).toEqual(['rate_limited']);
  expect(await uploadOf(visitor(app.url), ELSEWHERE, take(5 * MB))).toMatchObject({ status: 200 });
  expect(await form(visitor(app.url), ELSEWHERE, take(5 * MB))).toMatchObject({ status: 200 });
});

test('an announcement reserves room for minutes, and a resumed upload reserves it again', async () => {
  await open({ STORE_QUOTA_BYTES: String(12 * MB) });
  const [one, two] = [visitor(app.url), visitor(app.url)];
  const bytes = take(8 * MB);
  const first = await announce(one, HERE, bytes.length, bytes);
  expect(first.status).toBe(201);
  expect(await send(one, HERE, first.key, 0, bytes.subarray(0, MB))).toMatchObject({ status: 200 });
  expect(await announce(two, ELSEWHERE, 8 * MB)).toMatchObject({ status: 507, code: 'storage_full' });
  app.advance(5 * MINUTE_MS + 1000);
  const second = await announce(two, ELSEWHERE, 8 * MB);
  expect(second).toMatchObject({ status: 201 });
  // Received bytes stay; the rest has no room until the other reservation ends.
  expect(await send(one, HERE, first.key, MB, bytes.subarray(MB))).toMatchObject({ code: 'storage_full' });
  app.advance(5 * MINUTE_MS + 1000);
  expect(await send(one, HERE, first.key, MB, bytes.subarray(MB))).toMatchObject({ status: 200 });
});

test('deletes and logs the longest idle unfinished upload when there is no room left', async () => {
  await open();
  setCapacity(20);
  const warnings: unknown[][] = [];
  Object.assign(app.deps.log, { warn: (...line: unknown[]) => warnings.push(line) });
  const sizes = 6 * MB;
  const keys: string[] = [];
  const people = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  const clients = guests(3);
  for (const [index, address] of people.entries()) {
    const { status, key } = await announce(clients[index] as Client, address, sizes + 1);
    expect(status).toBe(201);
    expect((await send(clients[index] as Client, address, key, 0, randomBytes(sizes))).status).toBe(200);
    keys.push(key);
    app.advance(1000);
  }
  const stranger = () => form(visitor(app.url), ELSEWHERE, take(5 * MB));
  expect(await stranger()).toMatchObject({ status: 507 });
  app.advance(5 * MINUTE_MS);
  expect(await stranger()).toMatchObject({ status: 200 });
  const left = await app.deps.db.selectFrom('transfers').select('upload_key').execute();
  expect(left.map(({ upload_key }) => upload_key).sort()).toEqual(keys.slice(1).sort());
  expect(warnings).toContainEqual([
    { count: 1, bytes: sizes, whose: 'all' },
    'idle unfinished uploads were removed to make room',
  ]);
});

test('an address over its share of unfinished uploads loses its own idle ones first and can still upload', async () => {
  await open();
  setCapacity(40);
  const [one, two] = [visitor(app.url), visitor(app.url)];
  const first = await announce(one, HERE, 9 * MB);
  await send(one, HERE, first.key, 0, randomBytes(8 * MB));
  const refused = await announce(two, HERE, 9 * MB);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.retryAfter).toBeGreaterThan(280);
  expect(refused.retryAfter).toBeLessThanOrEqual(300);
  app.advance((refused.retryAfter ?? 0) * 1000);
  expect(await announce(two, HERE, 9 * MB)).toMatchObject({ status: 201 });
  expect(await send(one, HERE, first.key, 8 * MB, randomBytes(10))).toMatchObject({ status: 404 });
});

test('refuses the 21st recording of one address in half an hour with the time to retry; others can publish', async () => {
  await open();
  for (let index = 0; index < 20; index++) {
    expect((await form(visitor(app.url), HERE, recording())).status).toBe(200);
  }
  app.advance(10 * MINUTE_MS);
  const refused = await form(visitor(app.url), HERE, recording());
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.retryAfter).toBeGreaterThan(19 * 60);
  expect(refused.retryAfter).toBeLessThanOrEqual(20 * 60);
  expect(await announce(visitor(app.url), HERE, MB)).toMatchObject({ status: 429 });
  expect(await form(visitor(app.url), ELSEWHERE, recording())).toMatchObject({ status: 200 });
  app.advance((refused.retryAfter ?? 0) * 1000);
  expect(await form(visitor(app.url), HERE, recording())).toMatchObject({ status: 200 });
});

async function commentable(): Promise<string> {
  const admin = await app.admin();
  await post(admin, 'setAutoApproveStatus', { status: true }, from(ELSEWHERE));
  await form(visitor(app.url), ELSEWHERE, recording());
  const row = await app.deps.db.selectFrom('tracks').select('id').executeTakeFirstOrThrow();
  return row.id;
}

test('refuses the 61st comment and the 601st like of one address, whichever account makes them', async () => {
  await open();
  const trackId = await commentable();
  const comment = async (address: string, client = visitor(app.url)) => {
    // Visitors without an account would share one limit per address.
    if (client.cookie === '') await post(client, 'becomeGuest', {}, from(address));
    return post(client, 'addComment', { trackId, content: 'Hm' }, from(address));
  };
  const replies: WireReply[] = [];
  for (let index = 0; index < 63; index++) replies.push(await comment(HERE));
  const countOf = (code: string | undefined) => replies.filter(({ json }) => json.code === code).length;
  expect([countOf(undefined), countOf('rate_limited')]).toEqual([60, 3]);
  const after = Number(replies.at(-1)?.headers.get('retry-after'));
  expect(after).toBeGreaterThan(300);
  expect(after).toBeLessThanOrEqual(600);
  expect((await comment(ELSEWHERE)).status).toBe(200);
  // Moderators may need to answer a flood from their own address.
  expect((await comment(HERE, await app.admin())).status).toBe(200);
  const like = (client: Client) => post(client, 'addLike', { like: { trackId } }, from(HERE));
  const fans = guests(2);
  const liked: number[] = [];
  for (let index = 0; index < 602; index++) liked.push((await like(fans[index % 2] as Client)).status);
  expect(liked.filter((status) => status === 429)).toHaveLength(2);
});

test('refuses the 301st write of one address that the ledger keeps for ever, whichever account makes it', async () => {
  await open();
  await post(await app.admin(), 'setAutoApproveStatus', { status: true }, from(ELSEWHERE));
  const owner = visitor(app.url);
  await form(owner, ELSEWHERE, recording());
  const track = await app.deps.db.selectFrom('tracks').select(['id', 'account_id']).executeTakeFirstOrThrow();
  const [person] = guests(1) as [Client];
  const write = (index: number, address: string) => {
    if (index % 3 === 0) {
      return post(person, 'hidePerson', { userId: track.account_id, kind: 'mute' }, from(address));
    }
    if (index % 3 === 1) return post(person, 'showPerson', { userId: track.account_id }, from(address));
    return post(owner, 'updateTrack', { trackId: track.id, updates: { description: 'Hm' } }, from(address));
  };
  const statuses: number[] = [];
  for (let index = 0; index < 303; index++) statuses.push((await write(index, HERE)).status);
  expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([300, 3]);
  expect((await write(0, ELSEWHERE)).status).toBe(200);
});

test('the addresses of one IPv6 site spend at most four times the budget of one block', async () => {
  await open();
  const limits = createRateLimits(1, app.deps.limitStore);
  const spent = async (kind: 'guest' | 'comment', blocks: number, each: number) => {
    let passed = 0;
    for (let block = 0; block < blocks; block++) {
      for (let index = 0; index < each; index++) {
        const address = { key: `block ${kind} ${block}`, siteKey: 'site' };
        if (await limits.consumeOfAddress(kind, address).then(Boolean, () => true)) continue;
        passed++;
      }
    }
    return passed;
  };
  expect(await spent('comment', 10, 30)).toBe(4 * 60);
  expect(await spent('guest', 1, 250)).toBe(200);
});

test('a new address block of the same IPv6 site does not renew a budget over HTTP', async () => {
  await open();
  const statuses: number[] = [];
  for (let index = 0; index < 250; index++) {
    const address = `2001:db8:7:${(index % 5).toString(16)}::${index.toString(16)}`;
    statuses.push((await post(visitor(app.url), 'login', {}, from(address))).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(240);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
