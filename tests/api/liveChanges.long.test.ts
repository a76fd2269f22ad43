// Public hints of `/api/events`: batched, bounded ids of what changed, without the actor, and not stored in the log.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Listener, listen } from '../support/browser/listen.ts';
import { type Actor, actor, comment, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

interface Tracks {
  trackIds: string[];
  lists: boolean;
}
interface Counters {
  tracks: { id: string; likes: number; plays: number; commentsCount: number }[];
}
interface Person {
  userId: string;
}

let app: TestApp;
let open: Listener[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => {
  for (const listener of open) listener.close();
  open = [];
});
afterAll(() => app.close());

async function listening(client = visitor(app.url), awayMs = 0): Promise<Listener> {
  const listener = await listen(client, {}, awayMs);
  open.push(listener);
  return listener;
}

const people = async (): Promise<[owner: Actor, fan: Actor]> => [
  await actor(app, 'user'),
  await actor(app, 'user'),
];
const names = (trackId: string) => (data: Tracks) => data.trackIds.includes(trackId);
const countersOf = (trackId: string) => (data: Counters) => data.tracks.some(({ id }) => id === trackId);
const is = (userId: string) => (data: Person) => data.userId === userId;
const isAnything = () => true;

/** Resolves when all earlier changes have been sent: hints of one kind come at most once a second. */
async function settled(stream: Listener): Promise<void> {
  for (let known = -1; known !== stream.hints.length; ) {
    known = stream.hints.length;
    await sleep(1200);
  }
}

test('a like sends a visitor the track but not who liked it, and adds no public event to the log', async () => {
  const [owner, fan] = await people();
  const [liked, bookmarked] = [await track(app, owner), await track(app, owner)];
  const rows = async () => (await app.deps.db.selectFrom('events').selectAll().execute()).length;
  const stream = await listening();
  await stream.untilHint('tracksChanged', names(bookmarked));
  await settled(stream);
  const before = await rows();
  await callAction(fan, 'addBookmark', { bookmark: { trackId: bookmarked } });
  stream.hints.length = 0;
  await callAction(fan, 'addLike', { like: { trackId: liked } });
  const received = await stream.untilHint('countersChanged', countersOf(liked));
  expect(received).toEqual([{ tracks: [{ id: liked, likes: 1, plays: 0, commentsCount: 0 }] }]);
  // News for the owner: one bookmark and one like.
  expect(await rows()).toBe(before + 2);
  await stream.untilHint('personChanged', is(owner.accountId));
  expect(JSON.stringify(stream.hints)).not.toContain(fan.accountId);
  expect(stream.events).toEqual([]);
});

test('a comment, its like and its deletion send the id of their track', async () => {
  const [owner, fan] = await people();
  const trackId = await track(app, owner);
  const stream = await listening();
  await settled(stream);
  const isIt = (data: { trackId: string }) => data.trackId === trackId;
  const { id } = await callAction<{ id: string }>(fan, 'addComment', { trackId, content: 'Secret words' });
  await stream.untilHint('commentsChanged', isIt);
  await stream.untilHint<Counters>('countersChanged', ({ tracks }) =>
    tracks.some(({ id: of, commentsCount }) => of === trackId && commentsCount === 1),
  );
  for (const [action, body] of [
    ['addCommentLike', { like: { commentId: id } }],
    ['deleteComment', { commentId: id }],
  ] as const) {
    stream.hints.length = 0;
    await callAction(owner, action, body);
    await stream.untilHint('commentsChanged', isIt);
  }
  expect(JSON.stringify(stream.hints)).not.toContain('Secret words');
});

test('sends counters only to readers who see a visitor’s counts; others refetch their own', async () => {
  const [owner, fan] = await people();
  const hider = await actor(app, 'user');
  const trackId = await track(app, owner);
  await callAction(hider, 'hidePerson', { userId: fan.accountId, kind: 'mute' });
  const [own, other] = [await listening(hider), await listening(owner)];
  await Promise.all([own, other].map(settled));
  for (const each of [own, other]) each.hints.length = 0;
  await comment(app, fan, trackId);
  await other.untilHint('countersChanged', countersOf(trackId));
  expect(await own.untilHint('tracksChanged', names(trackId))).toEqual([
    { trackIds: [trackId], lists: false },
  ]);
  expect(own.hints.filter(({ name }) => name === 'countersChanged')).toEqual([]);
});

test('a like and its removal make the account’s other devices read the row again, and only those', async () => {
  const [owner, fan] = await people();
  const trackId = await track(app, owner);
  const [device, other] = [await listening(fan), await listening(owner)];
  await Promise.all([device, other].map(settled));
  const changed = async (change: () => Promise<unknown>) => {
    for (const each of [device, other]) each.hints.length = 0;
    const answer = await change();
    expect(await device.untilHint('tracksChanged', names(trackId))).toEqual([
      { trackIds: [trackId], lists: false },
    ]);
    await other.untilHint('countersChanged', countersOf(trackId));
    expect(other.hints.filter(({ name }) => name === 'tracksChanged')).toEqual([]);
    return answer;
  };
  const like = await changed(() => callAction(fan, 'addLike', { like: { trackId } }));
  await changed(() => callAction(fan, 'removeLike', { likeId: (like as { id: string }).id }));
});

test('sends no counts of a track whose owner is about to be deleted', async () => {
  const owner = await actor(app, 'user');
  const trackId = await track(app, owner);
  const stream = await listening();
  await settled(stream);
  await app.deps.db
    .updateTable('accounts')
    .set({ erase_at: Date.now() + 60_000 })
    .where('id', '=', owner.accountId)
    .execute();
  await settled(stream);
  stream.hints.length = 0;
  await app.deps.db.updateTable('tracks').set({ plays: 41 }).where('id', '=', trackId).execute();
  await stream.untilHint('tracksChanged', names(trackId));
  expect(stream.hints.filter(({ name }) => name === 'countersChanged')).toEqual([]);
});

test('a follow sends the followed account to all readers and never the follower', async () => {
  const [owner, fan] = await people();
  const stream = await listening();
  await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } });
  await stream.untilHint('personChanged', is(owner.accountId));
  expect(JSON.stringify(stream.hints)).not.toContain(fan.accountId);
});

test('does not send a changed volume, but sends a changed profile to all', async () => {
  const [owner] = await people();
  const stream = await listening();
  const change = (updates: object) => callAction(owner, 'updateUser', { userId: owner.accountId, updates });
  await change({ preferences: { playback: { volume: 0.3 } } });
  await track(app, owner);
  await stream.untilHint('tracksChanged', isAnything);
  stream.hints.length = 0;
  await change({ preferences: { privacy: { publicProfile: false } } });
  expect(await stream.untilHint('personChanged', is(owner.accountId))).toHaveLength(1);
});

test('an approval and a deletion announce that lists may have changed', async () => {
  const [owner] = await people();
  const moderator = await actor(app, 'moderator');
  const uploadId = await waitingUpload(app, owner);
  const stream = await listening();
  const { id } = await callAction<{ id: string }>(moderator, 'approveUpload', { uploadId });
  expect((await stream.untilHint('tracksChanged', names(id))).find(names(id))?.lists).toBe(true);
  stream.hints.length = 0;
  await callAction(owner, 'deleteTrack', { trackId: id });
  expect((await stream.untilHint('tracksChanged', names(id))).find(names(id))?.lists).toBe(true);
});

test('batches many changes, at most 50 ids at once, and loses none', async () => {
  const [owner, fan] = await people();
  const stream = await listening();
  const ids = new Set<string>();
  for (let count = 0; count < 120; count++) ids.add(await track(app, owner));
  const [first = ''] = ids;
  for (let count = 0; count < 20; count++) {
    await callAction(fan, 'addLike', { like: { trackId: first } });
    await callAction(fan, 'removeLike', { likeId: first });
  }
  const all = () =>
    new Set(
      stream.hints.flatMap(({ name, data }) => (name === 'tracksChanged' ? (data as Tracks).trackIds : [])),
    );
  await expect.poll(() => [...ids].filter((id) => !all().has(id)), { timeout: 15_000 }).toEqual([]);
  const received = stream.hints
    .filter(({ name }) => name === 'tracksChanged')
    .map(({ data }) => data as Tracks);
  expect(received.length).toBeLessThan(40);
  expect(Math.max(...received.map(({ trackIds }) => trackIds.length))).toBeLessThanOrEqual(50);
});

test('refetches named tracks at once and omits deleted ones', async () => {
  const [owner] = await people();
  const [one, two, gone] = [await track(app, owner), await track(app, owner), await track(app, owner)];
  await callAction(owner, 'deleteTrack', { trackId: gone });
  const { data } = (await get(visitor(app.url), 'getTracks', { ids: [two, gone, one].join(',') })).json;
  expect((data as { id: string }[]).map(({ id }) => id).sort()).toEqual([one, two].sort());
});

test('a reader that reconnects receives the changes it missed', async () => {
  const [owner, fan] = await people();
  const trackId = await track(app, owner);
  await comment(app, fan, trackId);
  const stream = await listening(visitor(app.url), 10_000);
  await stream.untilHint('tracksChanged', names(trackId));
});

test('news read on one device updates only the same account’s other devices', async () => {
  const [owner, fan] = await people();
  const trackId = await track(app, owner);
  await callAction(fan, 'addLike', { like: { trackId } });
  const [own, other] = [await listening(owner), await listening(await actor(app, 'user'))];
  await callAction(owner, 'markNotificationAsRead', { notificationId: 'all' });
  await own.untilHint('newsChanged', isAnything);
  await callAction(owner, 'addBookmark', { bookmark: { trackId } });
  await own.untilHint('newsChanged', isAnything);
  await track(app, owner, 'Later');
  await other.untilHint('tracksChanged', isAnything);
  expect(other.hints.filter(({ name }) => name === 'newsChanged')).toEqual([]);
});

test('visitors behind one address open 24 streams, and another after one has ended', async () => {
  const streams: Listener[] = [];
  for (let count = 0; count < 24; count++) streams.push(await listening());
  const refused = await listening();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  streams[0]?.close();
  await expect.poll(async () => (await listening()).status).toBe(200);
});

test('deleting an account does not reveal its likes and follows, yet the counts are right', async () => {
  const [owner, fan] = await people();
  const [liked, marked] = [await track(app, owner), await track(app, owner)];
  const { id: commentId } = await callAction<{ id: string }>(owner, 'addComment', {
    trackId: marked,
    content: 'Words',
  });
  await callAction(fan, 'addLike', { like: { trackId: liked } });
  await callAction(fan, 'addCommentLike', { like: { commentId } });
  await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } });
  const stream = await listening();
  await settled(stream);
  stream.hints.length = 0;
  await callAction(fan, 'deleteAccount');
  await stream.untilHint('personChanged', is(fan.accountId));
  await settled(stream);
  const received = JSON.stringify(stream.hints);
  for (const id of [liked, marked, commentId, owner.accountId]) expect(received).not.toContain(id);
  const numbers = await app.deps.db
    .selectFrom('tracks')
    .select('likes')
    .where('id', '=', liked)
    .executeTakeFirstOrThrow();
  const person = await app.deps.db
    .selectFrom('accounts')
    .select(['total_likes', 'followers_count'])
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow();
  expect({ ...numbers, ...person }).toEqual({ likes: 0, total_likes: 0, followers_count: 0 });
  // Later changes are sent again.
  await callAction(await actor(app, 'user'), 'addLike', { like: { trackId: liked } });
  await stream.untilHint('countersChanged', countersOf(liked));
});
