// Likes, comments, follows, news, search and deletion: counters stay right, and news arrives once and never about
// oneself.
import { afterAll, expect, test } from 'vitest';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import { actor, comment, report, track } from '../support/server/actors.ts';
import { searchedTexts } from '../support/server/databaseView.ts';
import { type Client, callAction, signIn, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
const fan = await actor(app, 'user');
afterAll(() => app.close());

const database = async (client: Client) => (await get(client, 'getDatabase')).json.data as DatabaseView;
const find = async (client: Client, id: string) =>
  (await database(client)).tracks.find((candidate) => candidate.id === id) as TrackView;

test('a like counts once, notifies once, and can be removed', async () => {
  const trackId = await track(app, owner, 'Liked');
  const first = await callAction<{ id: string }>(fan, 'addLike', { like: { trackId } });
  const second = await callAction<{ id: string }>(fan, 'addLike', { like: { trackId } });
  expect(second.id).toBe(first.id);
  expect(await find(fan, trackId)).toMatchObject({ likes: 1, isLiked: true });
  expect(await find(visitor(app.url), trackId)).toMatchObject({ likes: 1, isLiked: false });
  await callAction(fan, 'removeLike', { likeId: first.id });
  await callAction(fan, 'removeLike', { likeId: first.id });
  expect((await find(fan, trackId)).likes).toBe(0);
  await callAction(fan, 'addLike', { like: { trackId } });
  const received = (await database(owner)).notifications.filter((news) => news.trackId === trackId);
  expect(received.map(({ type, user }) => [type, user?.id])).toEqual([['like', fan.accountId]]);
  expect((await database(fan)).userActivities.some(({ type }) => type === 'my_like')).toBe(true);
});

test('a like of one’s own track does not notify', async () => {
  const trackId = await track(app, owner);
  await callAction(owner, 'addLike', { like: { trackId } });
  expect((await database(owner)).notifications.filter((news) => news.trackId === trackId)).toEqual([]);
});

test('turning off likes stops their notifications', async () => {
  const quiet = await actor(app, 'user');
  const updates = { preferences: { notifications: { likes: false } } };
  await callAction(quiet, 'updateUser', { userId: quiet.accountId, updates });
  const trackId = await track(app, quiet);
  await callAction(fan, 'addLike', { like: { trackId } });
  expect((await database(quiet)).notifications).toEqual([]);
});

test('turning off comments stops only their notifications', async () => {
  const quiet = await actor(app, 'user');
  const updates = { preferences: { notifications: { comments: false } } };
  await callAction(quiet, 'updateUser', { userId: quiet.accountId, updates });
  const trackId = await track(app, quiet);
  await callAction(fan, 'addComment', { trackId, content: 'Not received' });
  await callAction(fan, 'addLike', { like: { trackId } });
  expect((await database(quiet)).notifications.map(({ type }) => type)).toEqual(['like']);
});

test('a comment is trimmed, counted and liked; author, owner and moderator can delete it', async () => {
  const trackId = await track(app, owner);
  const written = await callAction<{ id: string; content: string }>(fan, 'addComment', {
    trackId,
    content: `  ${'x'.repeat(500)} `,
  });
  expect(written.content).toHaveLength(500);
  await callAction(owner, 'addCommentLike', { like: { commentId: written.id } });
  const [listed] = await callAction<{ likes: number }[]>(fan, 'markActivityAsRead', {
    activityId: 'all',
  }).then(
    async () =>
      (await get(owner, 'getComments', { trackId })).json.data as { likes: number; isLiked: boolean }[],
  );
  expect(listed).toMatchObject({ likes: 1, isLiked: true });
  await callAction(owner, 'removeCommentLike', { likeId: written.id });
  await callAction(owner, 'removeCommentLike', { likeId: written.id });
  expect((await get(owner, 'getComments', { trackId })).json.data).toMatchObject([{ likes: 0 }]);
  for (const person of [fan, owner, await actor(app, 'moderator')]) {
    await callAction(person, 'deleteComment', { commentId: await comment(app, fan, trackId) });
  }
  expect((await find(fan, trackId)).commentsCount).toBe(1);
});

test('refuses to follow oneself or a missing account; a follow counts on both sides', async () => {
  const { accountId } = owner;
  const follow = (followingId: string) => post(fan, 'addFollow', { follow: { followingId } });
  expect((await follow(fan.accountId)).status).toBe(422);
  expect((await follow('nobody')).status).toBe(404);
  await follow(accountId);
  await follow(accountId);
  const followed = async () => (await get(fan, 'getUser', { userId: accountId })).json.data;
  expect(await followed()).toMatchObject({ followersCount: 1 });
  expect((await get(fan, 'getTracks', { category: 'subscribs', limit: '1' })).json.data).toMatchObject([
    { userId: accountId },
  ]);
  await callAction(fan, 'removeFollow', { followId: accountId });
  expect(await followed()).toMatchObject({ followersCount: 0 });
});

test.each<Record<string, string>>([
  { category: 'oldest' },
  { gender: 'robots' },
  { cursor: 'AAAA' },
  { limit: '-1' },
])('getTracks refuses %o', async (query) => {
  const reply = await get(fan, 'getTracks', query);
  expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
});

test('repeated likes, bookmarks and follows create one row per pair (row 55)', async () => {
  const trackId = await track(app, owner);
  const rows = async (table: 'likes' | 'bookmarks' | 'follows') =>
    (await app.deps.db.selectFrom(table).selectAll().execute()).length;
  const tables = ['likes', 'bookmarks', 'follows'] as const;
  const count = () => Promise.all(tables.map(rows));
  const other = await actor(app, 'user');
  const before = await count();
  const send = async () => {
    await callAction(fan, 'addLike', { like: { trackId } });
    await callAction(fan, 'addBookmark', { bookmark: { trackId } });
    await callAction(fan, 'addFollow', { follow: { followingId: other.accountId } });
  };
  for (let time = 0; time < 3; time++) await send();
  await Promise.all([send(), send()]);
  expect(await count()).toEqual(before.map((rowsBefore) => rowsBefore + 1));
});

test('refuses a track with an existing id and leaves it unchanged (row 55)', async () => {
  const trackId = await track(app, owner, 'Was here first');
  const reply = await post(owner, 'addTrack', { track: { id: trackId, title: 'Comes later' } });
  expect([reply.status, reply.json.code]).toEqual([409, 'already_exists']);
  expect((await get(fan, 'getTracks', { id: trackId })).json.data).toMatchObject([
    { title: 'Was here first' },
  ]);
});

test('deleting a track deletes its likes, comments and bookmarks (row 24)', async () => {
  const trackId = await track(app, owner);
  const commentId = await comment(app, fan, trackId);
  await callAction(fan, 'addLike', { like: { trackId } });
  await callAction(fan, 'addBookmark', { bookmark: { trackId } });
  const before = (await get(fan, 'getUser', { userId: owner.accountId })).json.data as { totalLikes: number };
  await callAction(owner, 'deleteTrack', { trackId });
  const after = (await get(fan, 'getUser', { userId: owner.accountId })).json.data as { totalLikes: number };
  expect(after.totalLikes).toBe(before.totalLikes - 1);
  expect((await get(fan, 'getComments', { trackId })).json.code).toBe('not_found');
  expect((await post(fan, 'addLike', { like: { trackId } })).json.code).toBe('not_found');
  for (const table of ['likes', 'bookmarks'] as const)
    expect(await app.deps.db.selectFrom(table).selectAll().where('track_id', '=', trackId).execute()).toEqual(
      [],
    );
  expect(await app.deps.db.selectFrom('comments').selectAll().where('id', '=', commentId).execute()).toEqual(
    [],
  );
  // Its bytes are deleted at once and leave nothing for the sweep.
  expect(await app.deps.db.selectFrom('doomed_blobs').selectAll().execute()).toEqual([]);
});

test('reports only move forward, and each step is in an intact log', async () => {
  const admin = await app.admin();
  const reportId = await report(app, fan, await track(app, owner));
  const status = async (next: string) =>
    (await post(admin, 'updateReportStatus', { reportId, status: next })).status;
  expect(await status('reviewed')).toBe(200);
  expect(await status('pending')).toBe(409);
  expect(await status('resolved')).toBe(200);
  expect(await status('reviewed')).toBe(409);
  const { db } = app.deps;
  expect(await firstBrokenAudit(db, app.deps.keys.audit)).toBeNull();
  await expect(db.updateTable('audit_log').set({ actor_id: 'somebody' }).execute()).rejects.toThrow();
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow();
});

test('registering keeps the account, ends the old token, and the recovery code works once', async () => {
  const person = visitor(app.url);
  await post(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
  const guest = await callAction<{ id: string }>(person, 'getPowChallenge', {
    sha256: 'a'.repeat(64),
    size: 1,
  }).then(async () => (await get(person, 'me')).json.data as { id: string });
  const old = { ...person };
  const wish = { username: 'Nachtfalter', password: 'Kerzen-Licht-7', isOver18: true };
  expect((await post(person, 'register', { ...wish, isOver18: false })).status).toBe(422);
  expect((await post(person, 'register', { ...wish, password: 'onlyletters' })).status).toBe(422);
  const { me, recoveryCode } = await callAction<{ me: { id: string; role: string }; recoveryCode: string }>(
    person,
    'register',
    wish,
  );
  expect(me).toMatchObject({ id: guest.id, role: 'user', isGuest: false });
  expect((await post(old, 'markActivityAsRead', { activityId: 'all' })).status).toBe(401);
  const rival = await post(visitor(app.url), 'register', { ...wish, username: 'NACHTFALTER' });
  expect([rival.status, rival.json.code]).toEqual([409, 'username_taken']);

  const recovery = { username: 'nachtfalter', recoveryCode, newPassword: 'Neues-Wort-8' };
  expect(
    (await post(visitor(app.url), 'recoverAccount', { ...recovery, recoveryCode: 'WRONG' })).status,
  ).toBe(401);
  const back = visitor(app.url);
  await callAction(back, 'recoverAccount', {
    ...recovery,
    recoveryCode: recoveryCode.toLowerCase().replace(/-/g, ' '),
  });
  expect((await post(visitor(app.url), 'recoverAccount', recovery)).status).toBe(401);
  expect((await get(person, 'me')).json.data).toBeNull();
  const signedIn = await signIn(app.url, 'nachtfalter', 'Neues-Wort-8');
  expect((await get(signedIn, 'me')).json.data).toMatchObject({ id: guest.id });
});

test('deleting an account deletes its content and corrects the counters of others', async () => {
  const leaver = await actor(app, 'user');
  const kept = await track(app, owner, 'Stays');
  await track(app, leaver, 'canary-title');
  await callAction(leaver, 'addLike', { like: { trackId: kept } });
  await callAction(leaver, 'addComment', { trackId: kept, content: 'canary-comment' });
  await callAction(leaver, 'addFollow', { follow: { followingId: owner.accountId } });
  await callAction(leaver, 'updateUser', { userId: leaver.accountId, updates: { bio: 'canary-bio' } });
  const exported = JSON.stringify((await get(leaver, 'exportAccount')).json.data);
  for (const word of ['canary-title', 'canary-comment', 'canary-bio']) expect(exported).toContain(word);
  await callAction(leaver, 'deleteAccount', {});
  expect(await find(fan, kept)).toMatchObject({ likes: 0, commentsCount: 0 });
  expect((await get(fan, 'getUser', { userId: owner.accountId })).json.data).toMatchObject({
    followersCount: 0,
  });
  const everything: unknown[] = [];
  for (const table of ['accounts', 'tracks', 'comments', 'notifications', 'activities'] as const) {
    everything.push(await app.deps.db.selectFrom(table).selectAll().execute());
  }
  everything.push(await searchedTexts(app.deps.db));
  expect(JSON.stringify(everything)).not.toMatch(/canary/);
});

test('deleting all content and deleting by title need the password', async () => {
  const admin = await app.admin();
  await track(app, owner, 'Doomed');
  const target = { trackTitle: 'Doomed', username: owner.username, ruleId: 'own' };
  expect((await post(admin, 'forceDeleteTrack', target)).json.code).toBe('wrong_credentials');
  const password = 'Correct-Horse-9';
  expect(await callAction(admin, 'forceDeleteTrack', { ...target, password })).toEqual({ deleted: 1 });
  expect((await post(admin, 'deleteAllUserContent', {})).json.code).toBe('wrong_credentials');
  expect(await callAction(admin, 'deleteAllUserContent', { password })).toEqual({ kept: 0 });
  expect((await database(fan)).tracks).toEqual([]);
});
