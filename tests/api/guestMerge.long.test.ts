// Signing in with the content of a guest: nothing is merged or lost without a question, and kept content is complete.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import { addFollow } from '../../api/follows/store.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, like, track, waitingUpload } from '../support/server/actors.ts';
import { broken } from '../support/server/databaseView.ts';
import { violations } from '../support/server/invariants.ts';
import { type Client, callAction, visitor } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { createTransfer, readTransfer } from '../support/server/transfers.ts';
import { get, post, type WireReply } from '../support/server/wire.ts';

let app: TestApp;
let owner: Actor;
let guest: Actor;
beforeEach(async () => {
  app = await createTestApp();
  owner = await withPassword(app, await actor(app, 'user'));
  guest = await actor(app, 'guest');
});
afterEach(() => app.close());

type Choice = 'keep' | 'leave' | undefined;
const login = (client: Client, guestRows: Choice, password = PASSWORD): Promise<WireReply> =>
  post(client, 'login', { username: owner.username, password, ...(guestRows ? { guestRows } : {}) });
const database = async (client: Client) => (await get(client, 'getDatabase')).json.data as DatabaseView;
/** The contents of the database without the last-seen times. */
const stored = () => everything(app, ['kysely_migration']);
const wrongCounters = async () => {
  const found = await violations(app.deps.env.dataDirectory, { uploads: [], likes: [] });
  // The tracks of these tests have no bytes.
  return found.filter((sentence) => !sentence.startsWith('row without blob'));
};

test.each<[string, (of: Actor, other: Actor) => Promise<unknown>]>([
  ['a track', (of) => track(app, of)],
  ['a waiting upload', (of) => waitingUpload(app, of)],
  ['an unfinished upload', (of) => createTransfer(of, recording())],
  ['a comment', async (of, other) => comment(app, of, await track(app, other))],
  ['a like', async (of, other) => like(app, of, await track(app, other), other)],
  ['a bookmark', async (of, other) => like(app, of, await track(app, other), other, 'bookmarks')],
  ['a follow', (of, other) => addFollow(app.deps.db, of.accountId, other.accountId, 0)],
  [
    'a liked comment',
    async (of, other) => {
      const commentId = await comment(app, other, await track(app, other));
      await callAction(of, 'addCommentLike', { like: { commentId } });
    },
  ],
])('asks a guest with %s first and changes nothing until the answer', async (_what, own) => {
  await own(guest, await actor(app, 'user'));
  const before = await stored();
  const wrong = await login({ ...guest }, undefined, 'Wrong-Horse-1');
  expect([wrong.status, wrong.json.code]).toEqual([401, 'wrong_credentials']);
  const reply = await login(guest, undefined);
  expect([reply.status, reply.json.code]).toEqual([409, 'guest_has_rows']);
  expect(reply.headers.get('set-cookie')).toBeNull();
  expect(await stored()).toBe(before);
  expect((await get(guest, 'me')).json.data).toMatchObject({ id: guest.accountId });
});

test('does not ask a visitor or an empty guest', async () => {
  expect((await login(guest, undefined)).status).toBe(200);
  expect((await login(visitor(app.url), undefined)).status).toBe(200);
  expect((await login(visitor(app.url), 'keep')).status).toBe(200);
});

test('accepts only the two answers', async () => {
  const body = { username: owner.username, password: PASSWORD, guestRows: 'both' };
  expect((await post(guest, 'login', body)).json.code).toBe('invalid_body');
});

test('leaving the guest only ends this session', async () => {
  const trackId = await track(app, guest, 'Left');
  const before = { ...guest };
  expect((await login(guest, 'leave')).status).toBe(200);
  expect((await get(guest, 'me')).json.data).toMatchObject({ id: owner.accountId });
  expect((await get(before, 'me')).json.data).toBeNull();
  const { tracks } = await database(visitor(app.url));
  expect(tracks.find(({ id }) => id === trackId)?.user).toEqual({
    id: guest.accountId,
    username: guest.username,
  });
  expect(await wrongCounters()).toEqual([]);
});

/** Both have content of every kind, also on each other's: every row that could be double or about oneself. */
async function mutualContent(): Promise<Record<'mine' | 'theirs' | 'third' | 'shared', string>> {
  const { db } = app.deps;
  const third = await actor(app, 'user');
  const mine = await track(app, owner, 'Mine');
  const theirs = await track(app, guest, 'Theirs');
  const shared = await track(app, third, 'Heard');
  const only = await track(app, third, 'Only the guest');
  const say = (by: Actor, trackId: string) =>
    callAction<{ id: string }>(by, 'addComment', { trackId, content: `From ${by.username}` });
  const [byOwner, byGuest] = [await say(owner, theirs), await say(guest, mine)];
  const byThird = await say(third, theirs);
  for (const person of [owner, guest, third]) {
    for (const trackId of [mine, theirs, shared]) {
      await callAction(person, 'addLike', { like: { trackId } });
      await callAction(person, 'addBookmark', { bookmark: { trackId } });
    }
    for (const { id: commentId } of [byOwner, byGuest, byThird]) {
      await callAction(person, 'addCommentLike', { like: { commentId } });
    }
    await callAction(person, 'addReport', { report: { type: 'recording', targetId: shared } });
    await callAction(person, 'incrementPlay', { trackId: shared });
    for (const followed of [owner, guest, third]) {
      if (followed !== person) {
        await callAction(person, 'addFollow', { follow: { followingId: followed.accountId } });
      }
    }
  }
  await callAction(guest, 'addLike', { like: { trackId: only } });
  await waitingUpload(app, guest);
  await db
    .insertInto('upload_events')
    .values({
      id: 'counted',
      account_id: guest.accountId,
      device_key: null,
      file_key: 'file',
      seconds: 9,
      created_at: app.deps.now(),
    })
    .execute();
  return { mine, theirs, third: third.accountId, shared };
}

test('keeping moves the content to the account with correct counters and deletes the guest', async () => {
  const { mine, theirs, third, shared } = await mutualContent();
  const { key } = await createTransfer(guest, recording());
  const before = { ...guest };
  const reply = await login(guest, 'keep');
  expect([reply.status, reply.json.data]).toMatchObject([200, { id: owner.accountId, role: 'user' }]);

  expect(await wrongCounters()).toEqual([]);
  expect((await get(before, 'me')).json.data).toBeNull();
  // No row names the guest; only the streams are notified that its session ended.
  expect(await everything(app, ['events'])).not.toContain(guest.accountId);

  const view = await database(guest);
  const own = view.tracks.filter(({ userId }) => userId === owner.accountId);
  expect(own.map(({ title }) => title).sort()).toEqual(['Mine', 'Theirs']);
  expect(own.every(({ user }) => user.username === owner.username)).toBe(true);
  const found = await get(visitor(app.url), 'getTracks', { query: `${owner.username} Theirs` });
  expect(found.json.data).toMatchObject([{ id: theirs }]);
  expect((await readTransfer(guest, key)).status).toBe(200);
  expect(view.pendingUploads).toHaveLength(1);
  const { db } = app.deps;
  const quota = await db.selectFrom('upload_events').select('account_id').execute();
  expect(quota).toEqual([{ account_id: owner.accountId }]);

  // Each had liked its own and the other's tracks: own likes stay, likes of the other would be likes of oneself.
  const likesOf = (id: string) => view.tracks.find((each) => each.id === id)?.likes;
  expect([likesOf(mine), likesOf(theirs), likesOf(shared)]).toEqual([2, 2, 2]);
  expect(view.likes).toHaveLength(4);
  expect(view.bookmarks).toHaveLength(3);
  expect(view.follows.map(({ followingId }) => followingId)).toEqual([third]);
  expect(view.users.find(({ id }) => id === owner.accountId)).toMatchObject({
    totalUploads: 2,
    totalLikes: 4,
    followersCount: 1,
    followingCount: 1,
  });
  expect(view.users.find(({ id }) => id === third)).toMatchObject({ totalLikes: 3, followersCount: 1 });
  const reports = await db.selectFrom('reports').select('reporter_id').execute();
  expect(reports.map(({ reporter_id: by }) => by).sort()).toEqual([owner.accountId, third].sort());

  // No news about oneself, and only one per event.
  expect(view.notifications.filter(({ user }) => user?.id === owner.accountId)).toEqual([]);
  const received = await db
    .selectFrom('notifications')
    .select(['type', sql<number>`count(*)`.as('times')])
    .where('account_id', '=', third)
    .where('actor_id', '=', owner.accountId)
    .where((eb) => eb.or([eb('track_id', '=', shared), eb('type', '=', 'follow')]))
    .groupBy('type')
    .orderBy('type')
    .execute();
  expect(received).toEqual(['bookmark', 'follow', 'like'].map((type) => ({ type, times: 1 })));
  expect(view.userActivities.some(({ followedUser }) => followedUser?.id === owner.accountId)).toBe(false);
});

test('an error leaves guest and account unchanged', async () => {
  await mutualContent();
  const { db } = app.deps;
  const repair = await broken(db, 'delete on accounts');
  const before = await stored();
  const reply = await login(guest, 'keep');
  expect([reply.status, reply.json.code]).toEqual([500, 'internal']);
  expect(await stored()).toBe(before);
  await repair();
  expect((await login(guest, 'keep')).status).toBe(200);
  expect(await wrongCounters()).toEqual([]);
});

test('an upload key used by both stays with the account; the guest’s upload loses it', async () => {
  const key = '7d444840-9dc0-41d1-9245-5ffdce74fad2';
  const ids = [await waitingUpload(app, owner, 'Theirs'), await waitingUpload(app, guest, 'Mine')];
  await app.deps.db.updateTable('uploads').set({ upload_key: key }).where('id', 'in', ids).execute();
  await createTransfer(guest, recording(), { uploadKey: key });
  expect((await login(guest, 'keep')).status).toBe(200);
  const rows = await app.deps.db
    .selectFrom('uploads')
    .select(['title', 'account_id', 'upload_key'])
    .orderBy('title')
    .execute();
  expect(rows).toEqual([
    { title: 'Mine', account_id: owner.accountId, upload_key: null },
    { title: 'Theirs', account_id: owner.accountId, upload_key: key },
  ]);
  expect(await wrongCounters()).toEqual([]);
});

test('the question does not use up a recovery code', async () => {
  const person = visitor(app.url);
  const username = 'Heimkehr';
  const wish = { username, password: PASSWORD, isOver18: true };
  const { recoveryCode } = await callAction<{ recoveryCode: string }>(person, 'register', wish);
  const trackId = await track(app, guest);
  const body = { username, recoveryCode, newPassword: 'Battery-Staple-8' };
  const asked = await post(guest, 'recoverAccount', body);
  expect([asked.status, asked.json.code]).toEqual([409, 'guest_has_rows']);
  expect((await get(person, 'me')).json.data).not.toBeNull();
  await callAction(guest, 'recoverAccount', { ...body, guestRows: 'keep' });
  const { tracks } = await database(guest);
  expect(tracks.find(({ id }) => id === trackId)?.user.username).toBe(username);
});

test('a registered user who signs in to another account keeps their content', async () => {
  const other = await withPassword(app, await actor(app, 'user'));
  const trackId = await track(app, other);
  expect((await login(other, 'keep')).status).toBe(200);
  const { tracks } = await database(other);
  expect(tracks.find(({ id }) => id === trackId)?.userId).toBe(other.accountId);
});
