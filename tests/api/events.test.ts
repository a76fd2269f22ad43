// `/api/events`: accounts receive only their own events, miss none, and cannot exhaust the server.
import { afterAll, expect, test } from 'vitest';
import { type Listener, listen } from '../support/browser/listen.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';

const open: Listener[] = [];
const app = await createTestApp();
afterAll(async () => {
  for (const listener of open) listener.close();
  await app.close();
});

async function listening(client: Actor, lastEventId?: number): Promise<Listener> {
  const headers: Record<string, string> =
    lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const listener = await listen(client, headers);
  open.push(listener);
  return listener;
}

test('refuses an ended session with JSON', async () => {
  const reply = await fetch(`${app.url}/api/events`, { headers: { cookie: `aural=${'A'.repeat(43)}` } });
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([401, 'not_signed_in']);
  expect((await fetch(`${app.url}/api/events`, { method: 'DELETE' })).status).toBe(405);
});

test('owner, follower and moderator each receive their event of an approval; a stranger receives nothing', async () => {
  const [owner, fan, stranger, moderator] = [
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'moderator'),
  ];
  await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } });
  const uploadId = await waitingUpload(app, owner);
  const [ownerStream, fanStream, strangerStream, moderatorStream] = [
    await listening(owner),
    await listening(fan),
    await listening(stranger),
    await listening(moderator),
  ];
  expect(ownerStream.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(ownerStream.headers['cache-control']).toBe('no-store');
  const { id: trackId } = await callAction<{ id: string }>(moderator, 'approveUpload', { uploadId });
  const events = (await ownerStream.until(2)).map(({ name, data }) => ({ name, data }));
  expect(events).toContainEqual({ name: 'trackApproved', data: { trackId } });
  expect(events).toContainEqual({
    name: 'notification',
    data: { id: expect.any(String), type: 'upload_approved' },
  });
  expect(await fanStream.until(1)).toMatchObject([
    { name: 'notification', data: { type: 'followed_user_upload' } },
  ]);
  expect((await moderatorStream.until(1))[0]).toMatchObject({ name: 'queueChanged', data: {} });
  // The fan receives later events after earlier ones.
  await callAction(fan, 'addFollow', { follow: { followingId: stranger.accountId } });
  expect((await strangerStream.until(1)).map(({ data }) => (data as { type: string }).type)).toEqual([
    'follow',
  ]);
  expect(ownerStream.events).toHaveLength(2);
  expect(moderatorStream.events.every(({ name }) => name === 'queueChanged')).toBe(true);
});

test('a refused action sends no event', async () => {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const trackId = await track(app, owner);
  const stream = await listening(owner);
  await expect(callAction(fan, 'addComment', { trackId, content: ' ' })).rejects.toThrow();
  await callAction(fan, 'addLike', { like: { trackId } });
  expect(await stream.until(1)).toMatchObject([{ data: { type: 'like' } }]);
});

test('a returning reader receives missed events once, in order, and none of others', async () => {
  const [owner, other, fan] = [await actor(app, 'user'), await actor(app, 'user'), await actor(app, 'user')];
  const [trackId, foreign] = [await track(app, owner), await track(app, other)];
  const first = await listening(owner);
  await callAction(fan, 'addLike', { like: { trackId } });
  const [{ id = 0 } = {}] = await first.until(1);
  first.close();
  await callAction(fan, 'addLike', { like: { trackId: foreign } });
  await callAction(fan, 'addBookmark', { bookmark: { trackId } });
  await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } });
  const second = await listening(owner, id);
  await callAction(fan, 'addComment', { trackId, content: 'Hm' });
  const types = (await second.until(3)).map(({ data }) => (data as { type: string }).type);
  expect(types).toEqual(['bookmark', 'follow', 'comment']);
});

test('a reader that disconnects before its first event receives the events since its start', async () => {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const trackId = await track(app, owner);
  const first = await listening(owner);
  await expect.poll(first.began).not.toBeNull();
  first.close();
  await callAction(fan, 'addLike', { like: { trackId } });
  const second = await listening(owner, first.began() ?? 0);
  expect(await second.until(1)).toMatchObject([{ data: { type: 'like' } }]);
});

test('a returning reader without missed events gets no reset, even if the log was emptied', async () => {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const trackId = await track(app, owner);
  const first = await listening(owner);
  await expect.poll(first.began).not.toBeNull();
  first.close();
  await app.deps.db.deleteFrom('events').execute();
  const second = await listening(owner, first.began() ?? 0);
  await callAction(fan, 'addLike', { like: { trackId } });
  expect((await second.until(1)).map(({ name }) => name)).toEqual(['notification']);
});

test.each([
  ['more than the backlog', (id: number) => id],
  ['a place the log does not have', () => 999_999_999],
])('after %s a reader must read everything again', async (_what, from) => {
  const owner = await actor(app, 'user');
  const first = await listening(owner);
  const notify = () =>
    app.deps.db
      .insertInto('notifications')
      .values({
        id: crypto.randomUUID(),
        account_id: owner.accountId,
        type: 'like',
        actor_id: null,
        track_id: null,
        track_title: null,
        comment_text: null,
        is_read: 0,
        created_at: 0,
      })
      .execute();
  await notify();
  app.deps.events.wake();
  const [{ id = 0 } = {}] = await first.until(1);
  first.close();
  for (let count = 0; count < 101; count++) await notify();
  const back = await listening(owner, from(id));
  expect((await back.until(1)).map(({ name }) => name)).toEqual(['reset']);
  await notify();
  app.deps.events.wake();
  expect((await back.until(2))[1]).toMatchObject({ name: 'notification' });
  expect(back.events).toHaveLength(2);
});

test('the end of a session ends its stream and no other', async () => {
  const [leaver, stayer] = [await actor(app, 'user'), await actor(app, 'user')];
  const [gone, stays] = [await listening(leaver), await listening(stayer)];
  await callAction(leaver, 'logout');
  await gone.ended();
  const erased = await actor(app, 'guest');
  const ends = await listening(erased);
  await callAction(erased, 'deleteAccount', {});
  await ends.ended();
  await callAction(await actor(app, 'user'), 'addFollow', { follow: { followingId: stayer.accountId } });
  await stays.until(1);
});

test('an account opens six streams, and another after one has ended', async () => {
  const person = await actor(app, 'user');
  const streams: Listener[] = [];
  for (let count = 0; count < 6; count++) streams.push(await listening(person));
  const refused = await listen(person);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  streams[0]?.close();
  await expect.poll(async () => (await listening(person)).status).toBe(200);
});

test('disconnects a reader that does not read', async () => {
  const owner = await actor(app, 'user');
  const stream = await listening(owner);
  stream.stall();
  const padding = 'x'.repeat(20_000);
  // The kernel buffers some megabytes before data stays in the server.
  for (let count = 0; count < 400; count++) {
    await app.deps.db
      .insertInto('events')
      .values({ account_id: owner.accountId, type: 'notification', data_json: JSON.stringify({ padding }) })
      .execute();
    app.deps.events.wake();
    if (count % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stream.resume();
  await stream.ended();
  expect(stream.events.length).toBeLessThan(400);
});

test('a guest receives events, and the description of the API names the stream', async () => {
  const person = visitor(app.url);
  await callAction(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
  const listener = await listen(person);
  expect(listener.status).toBe(200);
  listener.close();
  const reply = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: object };
  expect('/api/events' in reply.paths).toBe(true);
});

test('guests who use all streams of their address leave room for its members, its moderators, and other addresses', async () => {
  const instance = await createTestApp({ env: { TRUST_PROXY: 'on' } });
  const listeners: Listener[] = [];
  const at = async (client: { url: string; cookie: string }, address: string) => {
    const headers = { cookie: client.cookie, 'x-forwarded-for': address };
    const reply = await fetch(`${instance.url}/api/events`, { headers });
    if (reply.status !== 200) return { status: reply.status, after: reply.headers.get('retry-after') };
    listeners.push({ close: () => void reply.body?.cancel() } as Listener);
    return { status: reply.status, after: null };
  };
  try {
    const here = '203.0.113.7';
    for (let index = 0; index < 24; index++) {
      expect(
        (await at(index % 2 ? visitor(instance.url) : await actor(instance, 'guest'), here)).status,
      ).toBe(200);
    }
    expect(await at(await actor(instance, 'guest'), here)).toEqual({ status: 429, after: '30' });
    expect((await at(visitor(instance.url), '198.51.100.1')).status).toBe(200);
    expect((await at(await actor(instance, 'user'), here)).status).toBe(200);
    for (let index = 0; index < 23; index++) await at(await actor(instance, 'user'), here);
    expect((await at(await actor(instance, 'user'), here)).status).toBe(429);
    expect((await at(await actor(instance, 'moderator'), here)).status).toBe(200);
    // A /48 has 65,536 blocks of one address each.
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) {
      statuses.push((await at(visitor(instance.url), `2001:db8:9:${index.toString(16)}::1`)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(96);
  } finally {
    for (const listener of listeners) listener.close();
    await instance.close();
  }
});
