// Muting and blocking: what each side no longer sees in every list, and every action that a blocked account could try.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CommentView } from '../../api/contract/comments.ts';
import type { NotificationView } from '../../api/contract/news.ts';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { notifyFollowers } from '../../api/notifications/notify.ts';
import { type Actor, actor, comment, track } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let ann: Actor;
let ben: Actor;
let eve: Actor;
const app = await createTestApp();
afterAll(() => app.close());
/** Ann mutes or blocks Ben; Eve is an uninvolved account. */
beforeEach(async () => {
  [ann, ben, eve] = [await actor(app, 'user'), await actor(app, 'user'), await actor(app, 'user')];
});

const hide = (kind: 'mute' | 'block', by = ann, target = ben) =>
  callAction(by, 'hidePerson', { userId: target.accountId, kind });
const show = () => callAction(ann, 'showPerson', { userId: ben.accountId });
const ids = async (of: { url: string; cookie: string }, query: Record<string, string>) =>
  ((await get(of, 'getTracks', query)).json.data as TrackView[]).map(({ id }) => id);
const comments = async (of: { url: string; cookie: string }, trackId: string) =>
  ((await get(of, 'getComments', { trackId })).json.data as CommentView[]).map(({ user }) => user.id);
const snapshot = async (of: Actor) => (await get(of, 'getDatabase')).json.data as DatabaseView;
const news = async (of: Actor) =>
  (await get(of, 'getNotifications')).json as unknown as { data: NotificationView[]; unreadCount: number };

test('refuses to hide oneself or a missing account', async () => {
  const self = await post(ann, 'hidePerson', { userId: ann.accountId, kind: 'mute' });
  expect([self.status, self.json.field, self.json.issue]).toEqual([422, 'userId', 'oneself']);
  const nobody = await post(ann, 'hidePerson', { userId: 'nobody', kind: 'mute' });
  expect([nobody.status, nobody.json.code]).toEqual([404, 'not_found']);
  const kind = await post(ann, 'hidePerson', { userId: ben.accountId, kind: 'hate' });
  expect([kind.status, kind.json.field]).toEqual([422, 'kind']);
});

test('the list contains only the caller’s own entries, which can be changed and removed', async () => {
  await hide('mute');
  await hide('mute', ann, eve);
  await hide('block');
  const list = async (of: Actor) => (await get(of, 'getHiddenPeople')).json.data as object[];
  expect(await list(ann)).toHaveLength(2);
  expect(await list(ann)).toContainEqual(
    expect.objectContaining({ id: ben.accountId, username: ben.username, kind: 'block' }),
  );
  expect(await list(ben)).toEqual([]);
  await show();
  await show();
  expect(await list(ann)).toEqual([expect.objectContaining({ id: eve.accountId, kind: 'mute' })]);
  const entries = app.deps.db
    .selectFrom('ledger')
    .select('id')
    .where('id', '=', `${ann.accountId} ${ben.accountId}`);
  // Muted, blocked, shown; the second time nothing changed.
  expect(await entries.execute()).toHaveLength(3);
});

describe.each(['mute', 'block'] as const)('after a %s', (kind) => {
  let bens: string;
  let eves: string;
  beforeEach(async () => {
    bens = await track(app, ben, 'Sundial of Ben', [`of${ben.username.replace('_', '')}`]);
    eves = await track(app, eve, 'Sundial of Eve');
    await comment(app, ben, eves);
    await comment(app, eve, eves);
    await callAction(ann, 'addBookmark', { bookmark: { trackId: bens } });
    await callAction(ann, 'addLike', { like: { trackId: bens } });
    await callAction(ben, 'addFollow', { follow: { followingId: ann.accountId } });
    await hide(kind);
  });

  test.each<[string, () => Record<string, string>]>([
    ['the feed', () => ({})],
    ['a category', () => ({ category: 'new' })],
    ['the bookmarks', () => ({ category: 'bookmarked' })],
    ['a ranking', () => ({ category: 'top_rated' })],
    ['the search', () => ({ query: 'sundial ben' })],
    ['a misspelt search', () => ({ query: 'sundail', similar: 'true' })],
    ['a tag', () => ({ tags: `of${ben.username.replace('_', '')}` })],
    ['the profile', () => ({ user: ben.accountId })],
    ['the likes', () => ({ likedBy: ann.accountId })],
    ['its own link', () => ({ id: bens })],
    ['named rows', () => ({ ids: `${bens},${eves}` })],
  ])('hides their recordings in %s from the caller only', async (_where, query) => {
    expect(await ids(ann, query())).not.toContain(bens);
    const others = query().category === 'bookmarked' ? null : await ids(eve, query());
    if (others) expect(others).toContain(bens);
    await show();
    expect(await ids(ann, query())).toContain(bens);
  });

  test('hides them in comments, transcripts, reactions and the snapshot', async () => {
    expect(await comments(ann, eves)).toEqual([eve.accountId]);
    expect((await comments(eve, eves)).toSorted()).toEqual([ben.accountId, eve.accountId].toSorted());
    expect((await comments(visitor(app.url), eves)).length).toBe(2);
    for (const [action, query] of [
      ['getComments', { trackId: bens }],
      ['getTranscript', { trackId: bens }],
    ] as const) {
      expect((await get(ann, action, query)).json.code, action).toBe('not_found');
    }
    const shown = await snapshot(ann);
    const names = JSON.stringify([shown.tracks, shown.comments, shown.users, shown.notifications]);
    expect(names).not.toContain(ben.accountId);
    expect(JSON.stringify((await snapshot(eve)).tracks)).toContain(ben.accountId);
  });

  test('hides their notifications and creates no new ones', async () => {
    expect(await news(ann)).toMatchObject({ data: [], unreadCount: 0 });
    const annsTrack = await track(app, ann, 'Mine');
    await post(ben, 'addLike', { like: { trackId: annsTrack } });
    await callAction(ann, 'addFollow', { follow: { followingId: eve.accountId } });
    await app.deps.db.transaction().execute(async (tx) => {
      await notifyFollowers(tx, eve.accountId, { trackId: eves, trackTitle: 'x' }, app.deps.now());
      await notifyFollowers(tx, ben.accountId, { trackId: bens, trackTitle: 'x' }, app.deps.now());
    });
    expect((await news(ann)).data.map(({ type }) => type)).toEqual(['followed_user_upload']);
    await show();
    // News from before the mute reappears; actions during the mute never create news.
    expect((await news(ann)).data.map(({ type }) => type).toSorted()).toEqual([
      'follow',
      'followed_user_upload',
    ]);
  });

  test('does not share cached answers between viewers', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await ids(ann, { limit: '50' })).not.toContain(bens);
      expect(await ids(eve, { limit: '50' })).toContain(bens);
      expect(await ids(visitor(app.url), { limit: '50' })).toContain(bens);
      expect(await ids(ben, { limit: '50' })).toContain(bens);
    }
  });
});

describe('a blocked person', () => {
  let anns: string;
  let annsComment: string;
  beforeEach(async () => {
    anns = await track(app, ann, 'Anns');
    annsComment = await comment(app, ann, await track(app, eve, 'Eves'));
    await callAction(ben, 'addFollow', { follow: { followingId: ann.accountId } });
    await callAction(ann, 'addFollow', { follow: { followingId: ben.accountId } });
    await hide('block');
  });

  test.each<[string, () => [action: string, body: object]]>([
    ['comment on', () => ['addComment', { trackId: anns, content: 'Hm' }]],
    ['like', () => ['addLike', { like: { trackId: anns } }]],
    ['bookmark', () => ['addBookmark', { bookmark: { trackId: anns } }]],
    ['like a comment of', () => ['addCommentLike', { like: { commentId: annsComment } }]],
    ['follow', () => ['addFollow', { follow: { followingId: ann.accountId } }]],
  ])('cannot %s the blocker, and can again after the unblock', async (_what, call) => {
    const [action, body] = call();
    const refused = await post(ben, action, body);
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    expect((await post(eve, action, body)).status).toBe(200);
    await show();
    expect((await post(ben, action, body)).status).toBe(200);
  });

  test('cannot follow through the list of followed accounts either', async () => {
    const body = { userId: ben.accountId, followedUsers: [ann.accountId, eve.accountId] };
    expect(
      (await callAction<{ followedUsers: string[] }>(ben, 'updateUserData', body)).followedUsers,
    ).toEqual([eve.accountId]);
  });

  test('loses follows in both directions, and all counts agree', async () => {
    for (const person of [ann, ben]) {
      const { data } = (await get(eve, 'getUser', { userId: person.accountId })).json;
      expect(data).toMatchObject({ followersCount: 0, followingCount: 0 });
    }
  });

  test('cannot comment but can still report', async () => {
    const [shown] = (await get(ben, 'getTracks', { id: anns })).json.data as TrackView[];
    expect(shown).toMatchObject({ id: anns, allowComments: false });
    const [others] = (await get(eve, 'getTracks', { id: anns })).json.data as TrackView[];
    expect(others?.allowComments).toBe(true);
    const report = { type: 'recording', targetId: anns, trackId: anns };
    expect((await post(ben, 'addReport', { report })).status).toBe(200);
  });

  test('a muted person can still do everything', async () => {
    await hide('mute');
    expect((await post(ben, 'addLike', { like: { trackId: anns } })).status).toBe(200);
    expect((await post(ben, 'addComment', { trackId: anns, content: 'Hm' })).status).toBe(200);
    expect((await post(ben, 'addFollow', { follow: { followingId: ann.accountId } })).status).toBe(200);
    expect(await comments(ann, anns)).toEqual([]);
    expect(await comments(eve, anns)).toEqual([ben.accountId]);
  });
});

describe('the number of comments', () => {
  const countFor = async (of: { url: string; cookie: string }, trackId: string) => {
    const [read] = (await get(of, 'getTracks', { id: trackId })).json.data as TrackView[];
    const listed = await comments(of, trackId);
    return { shown: read?.commentsCount, listed: listed.length };
  };
  const eraseAt = (of: Actor, at: number | null) =>
    app.deps.db.updateTable('accounts').set({ erase_at: at }).where('id', '=', of.accountId).execute();

  test.each(['mute', 'block'] as const)(
    'excludes accounts that the viewer hides by a %s, for that viewer only',
    async (kind) => {
      const trackId = await track(app, eve);
      for (const by of [ben, ben, ann]) await comment(app, by, trackId);
      await hide(kind);
      expect(await countFor(ann, trackId)).toEqual({ shown: 1, listed: 1 });
      expect(await countFor(ben, trackId)).toEqual({ shown: 3, listed: 3 });
      expect(await countFor(visitor(app.url), trackId)).toEqual({ shown: 3, listed: 3 });
      const added = await post(ann, 'addComment', { trackId, content: 'One more' });
      expect((added.json as unknown as { commentsCount: number }).commentsCount).toBe(2);
      await show();
      expect(await countFor(ann, trackId)).toEqual({ shown: 4, listed: 4 });
    },
  );

  test('excludes accounts about to be deleted, except for themselves, until they cancel', async () => {
    const trackId = await track(app, eve);
    for (const by of [ben, ann]) await comment(app, by, trackId);
    await eraseAt(ben, Date.now() + 86_400_000);
    for (const of of [ann, eve, visitor(app.url)])
      expect(await countFor(of, trackId)).toEqual({ shown: 1, listed: 1 });
    expect(await countFor(ben, trackId)).toEqual({ shown: 2, listed: 2 });
    await eraseAt(ben, null);
    expect(await countFor(eve, trackId)).toEqual({ shown: 2, listed: 2 });
  });

  test('subtracts an account once that is both hidden and about to be deleted', async () => {
    const trackId = await track(app, eve);
    for (const by of [ben, ann]) await comment(app, by, trackId);
    await hide('block');
    await eraseAt(ben, Date.now() + 86_400_000);
    expect(await countFor(ann, trackId)).toEqual({ shown: 1, listed: 1 });
  });
});

test('merging a guest moves its list without duplicates', async () => {
  const guest = await actor(app, 'guest');
  await hide('block', guest, ben);
  await hide('mute', guest, eve);
  await hide('mute', eve, guest);
  const target = visitor(app.url) as Actor;
  const name = `Keeper${Date.now() % 1e6}`;
  await callAction(target, 'register', { username: name, password: 'Correct-Horse-9', isOver18: true });
  await callAction(target, 'hidePerson', { userId: eve.accountId, kind: 'block' });
  await callAction(guest, 'login', { username: name, password: 'Correct-Horse-9', guestRows: 'keep' });
  const list = (await get(guest, 'getHiddenPeople')).json.data as { id: string; kind: string }[];
  expect(list.map(({ id, kind }) => [id, kind]).toSorted()).toEqual(
    [
      [ben.accountId, 'block'],
      [eve.accountId, 'block'],
    ].toSorted(),
  );
});
