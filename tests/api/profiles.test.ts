// Profiles: totals equal the rows, follow state, liked tracks, and the owner's pending uploads. To others, a hidden
// profile does not exist.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { UserView } from '../../api/contract/accounts.ts';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { OwnUploadView } from '../../api/contract/uploads.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { selectPage } from '../../api/tracks/pageQueries.ts';
import { stepsOf } from '../support/database/plans.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, like, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const stranger = await actor(app, 'user');
afterAll(() => app.close());

const person = async (viewer: { url: string; cookie: string }, userId: string) =>
  (await get(viewer, 'getUser', { userId })).json.data as UserView;
const tracksOf = async (viewer: { url: string; cookie: string }, query: Record<string, string>) =>
  (await get(viewer, 'getTracks', query)).json.data as TrackView[];
const update = (of: Actor, updates: object) =>
  callAction<UserView>(of, 'updateUser', { userId: of.accountId, updates });

/** Sums of the rows behind the numbers of a profile. */
async function sums({ accountId }: Actor) {
  const { rows } = await sql<{ uploads: number; plays: number; likes: number }>`select count(*) as uploads,
    coalesce(sum(plays), 0) as plays,
    (select count(*) from likes join tracks t on t.id = likes.track_id where t.account_id = ${accountId}) as likes
    from tracks where account_id = ${accountId}`.execute(app.deps.db);
  const [{ uploads, plays, likes }] = rows as [{ uploads: number; plays: number; likes: number }];
  return { totalUploads: uploads, totalPlays: plays, totalLikes: likes };
}

describe('the numbers of a profile', () => {
  test('equal the sums of the rows after plays, likes and a deletion', async () => {
    const owner = await actor(app, 'user');
    const [first, second] = [await track(app, owner, 'First'), await track(app, owner, 'Second')];
    for (let listener = 0; listener < 3; listener++) {
      const by = await actor(app, 'user');
      await callAction(by, 'incrementPlay', { trackId: first });
      await callAction(by, 'incrementPlay', { trackId: first });
      await callAction(by, 'addLike', { like: { trackId: first } });
    }
    await callAction(stranger, 'incrementPlay', { trackId: second });
    expect(await person(visitor(app.url), owner.accountId)).toMatchObject({
      ...(await sums(owner)),
      totalUploads: 2,
      totalPlays: 4,
      totalLikes: 3,
    });
    await callAction(owner, 'deleteTrack', { trackId: first });
    expect(await person(visitor(app.url), owner.accountId)).toMatchObject({
      ...(await sums(owner)),
      totalUploads: 1,
      totalPlays: 1,
      totalLikes: 0,
    });
  });

  test('move from a guest to its account when merged', async () => {
    const member = await withPassword(app, await actor(app, 'user'));
    const guest = await actor(app, 'guest');
    const trackId = await track(app, guest);
    await callAction(stranger, 'incrementPlay', { trackId });
    const login = { username: member.username, password: PASSWORD, guestRows: 'keep' };
    expect((await post(guest, 'login', login)).json.success).toBe(true);
    expect(await person(stranger, member.accountId)).toMatchObject({ totalPlays: 1, totalUploads: 1 });
  });
});

describe('following', () => {
  test('is shown only to the follower, by either name', async () => {
    const owner = await actor(app, 'user');
    const fan = await actor(app, 'user');
    expect((await person(fan, owner.accountId)).isFollowed).toBe(false);
    const made = await callAction<object>(fan, 'addFollow', { follow: { targetUserId: owner.accountId } });
    expect(made).toMatchObject({ followingId: owner.accountId, targetUserId: owner.accountId });
    expect(await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } })).toEqual(made);
    expect(await person(fan, owner.username)).toMatchObject({ isFollowed: true, followersCount: 1 });
    expect(await person(stranger, owner.username)).toMatchObject({ isFollowed: false, followersCount: 1 });
    await track(app, owner);
    const seen = async (by: Actor) =>
      ((await get(by, 'getDatabase')).json.data as DatabaseView).users.find(
        ({ id }) => id === owner.accountId,
      );
    expect([(await seen(fan))?.isFollowed, (await seen(stranger))?.isFollowed]).toEqual([true, false]);
    await callAction(fan, 'removeFollow', { followId: owner.accountId });
    expect(await person(fan, owner.accountId)).toMatchObject({ isFollowed: false, followersCount: 0 });
  });
});

describe('liked tracks', () => {
  test('list the newest like first, by id or name, in pages without duplicates', async () => {
    const owner = await actor(app, 'user');
    const fan = await actor(app, 'user');
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) ids.push(await track(app, owner, `Liked ${index}`));
    // The order of likes differs from that of the recordings, and two share a millisecond.
    for (const [place, index] of [3, 0, 6, 1, 5, 2].entries()) {
      await like(app, fan, ids[index] ?? '', owner);
      const at = 1000 + Math.floor(place / 2);
      await sql`update likes set created_at = ${at} where account_id = ${fan.accountId}
        and track_id = ${ids[index] ?? ''}`.execute(app.deps.db);
    }
    const whole = (await tracksOf(stranger, { likedBy: fan.accountId })).map(({ id }) => id);
    expect(new Set(whole)).toEqual(new Set([5, 2, 6, 1, 3, 0].map((index) => ids[index])));
    expect(new Set(whole.slice(0, 2))).toEqual(new Set([ids[5], ids[2]]));
    expect(new Set(whole.slice(4))).toEqual(new Set([ids[3], ids[0]]));
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { likedBy: fan.username, limit: '1', ...(cursor ? { cursor } : {}) };
      const { json } = await get(stranger, 'getTracks', query);
      paged.push(...(json.data as TrackView[]).map(({ id }) => id));
      cursor = json.nextCursor as string | undefined;
    } while (cursor);
    expect(paged).toEqual(whole);
  });

  test('use the index of likes', async () => {
    const select = selectPage(app.deps.db, stranger.accountId, { likedBy: stranger.accountId }, 0).limit(20);
    const steps = await stepsOf(app.deps.db, select.compile());
    expect(steps).toContain('liked by likes_account (account_id)');
    // With only eight tracks, PostgreSQL reads all of them along any index and looks up each like.
    const dear = isPostgres(app.deps.db) ? /sort|whole/ : /sort|along|whole/;
    expect(steps.filter((step) => dear.test(step))).toEqual([]);
  });
});

describe('a hidden profile', () => {
  const hidden = async () => {
    const shy = await actor(app, 'user');
    const other = await actor(app, 'user');
    const trackId = await track(app, shy, 'Still heard');
    await like(app, shy, await track(app, other), other);
    await update(shy, { preferences: { privacy: { publicProfile: false } } });
    return { shy, trackId };
  };

  test('is not found by others through any action or list', async () => {
    const { shy, trackId } = await hidden();
    for (const viewer of [visitor(app.url), stranger, await actor(app, 'guest')]) {
      for (const [action, query] of [
        ['getUser', { userId: shy.accountId }],
        ['getUser', { userId: shy.username }],
        ['getTracks', { likedBy: shy.accountId }],
        ['getTracks', { likedBy: shy.username }],
        ['getTracks', { user: shy.accountId }],
        ['getTracks', { user: shy.username.toUpperCase() }],
      ] as const) {
        const { status, json } = await get(viewer, action, query);
        const unknown = await get(viewer, action, { [Object.keys(query)[0] ?? '']: 'nobody_at_all' });
        expect([status, json.code], `${action} ${JSON.stringify(query)}`).toEqual([404, 'not_found']);
        expect(json, 'as if they were not there').toEqual(unknown.json);
      }
      const whole = (await get(viewer, 'getDatabase')).json.data as DatabaseView;
      expect(whole.users.map(({ id }) => id)).not.toContain(shy.accountId);
      expect(whole.tracks.map(({ id }) => id)).toContain(trackId);
      expect((await get(viewer, 'getUserData', { userId: shy.accountId })).json.success).toBe(false);
    }
  });

  test('is complete for its owner and for moderators', async () => {
    const { shy, trackId } = await hidden();
    for (const viewer of [shy, await actor(app, 'moderator')]) {
      expect((await person(viewer, shy.username)).id).toBe(shy.accountId);
      expect((await tracksOf(viewer, { user: shy.accountId })).map(({ id }) => id)).toEqual([trackId]);
      expect(await tracksOf(viewer, { likedBy: shy.accountId })).toHaveLength(1);
    }
  });
});

test('an old username works for 30 days, also in lists', async () => {
  const owner = await withPassword(app, await actor(app, 'user'));
  const trackId = await track(app, owner);
  await update(owner, { username: 'Renamed_now' });
  expect(await person(stranger, owner.username)).toMatchObject({
    username: 'Renamed_now',
    id: owner.accountId,
  });
  expect((await tracksOf(stranger, { user: owner.username })).map(({ id }) => id)).toEqual([trackId]);
});

describe('getMyUploads', () => {
  const own = async (of: Actor) => (await get(of, 'getMyUploads')).json.data as OwnUploadView[];
  const reject = async (by: Actor, uploadId: string, reason?: string) =>
    callAction(by, 'rejectUpload', { uploadId, ...(reason ? { reason } : {}) });

  test('needs a session', async () => {
    expect((await get(visitor(app.url), 'getMyUploads')).json.code).toBe('not_signed_in');
  });

  test('lists own pending and rejected uploads with their reason', async () => {
    const owner = await actor(app, 'user');
    const moderator = await actor(app, 'moderator');
    const waits = await waitingUpload(app, owner, 'Waits');
    const refused = await waitingUpload(app, owner, 'Refused');
    const plain = await waitingUpload(app, owner, 'Refused without a word');
    const live = await waitingUpload(app, owner, 'Live');
    await waitingUpload(app, stranger, 'Somebody else’s');
    await reject(moderator, refused, 'Somebody can be heard who was not asked');
    await reject(moderator, plain);
    await callAction(moderator, 'approveUpload', { uploadId: live });
    const rows = new Map((await own(owner)).map((row) => [row.title, row]));
    expect([...rows.keys()].sort()).toEqual(['Refused', 'Refused without a word', 'Waits']);
    expect(rows.get('Waits')).toMatchObject({ uploadId: waits, status: 'pending_review', trackId: null });
    expect(rows.get('Waits')).toMatchObject({ decidedAt: null, url: expect.stringMatching(/^\/audio\//) });
    expect(rows.get('Refused')).toMatchObject({
      uploadId: refused,
      status: 'rejected',
      reason: 'Somebody can be heard who was not asked',
      // Kept for an appeal.
      url: expect.stringMatching(/^\/audio\//),
      appealUntil: expect.any(String),
      decidedAt: expect.any(String),
    });
    expect(rows.get('Refused without a word')?.reason).toBe('Rejected by admin');
    expect((await own(stranger)).map(({ title }) => title)).toEqual(['Somebody else’s']);
    // A moderator's own list does not include the queue.
    expect(await own(moderator)).toEqual([]);
  });

  test('shows current details of pending uploads, and drops rejections after 30 days', async () => {
    const owner = await actor(app, 'user');
    const moderator = await actor(app, 'moderator');
    const id = await waitingUpload(app, owner, 'Before');
    await callAction(owner, 'addTrack', { track: { id, title: 'After', tags: ['Sanft'] } });
    expect((await own(owner)).map(({ title, tags }) => [title, tags])).toEqual([
      ['After', ['Sanft', 'Female']],
    ]);
    await callAction(moderator, 'rejectUpload', { uploadId: id, version: 2 });
    expect(await own(owner)).toHaveLength(1);
    app.advance(31 * 86_400_000);
    const later = await actor(app, 'user');
    // The job erases the audio once the time to appeal is over.
    await app.deps.db
      .updateTable('uploads')
      .set({ account_id: later.accountId, erase_at: null })
      .where('id', '=', id)
      .execute();
    expect(await own(later)).toEqual([]);
    app.advance(-31 * 86_400_000);
  });

  test('lists the newest edit of a track while pending or rejected', async () => {
    const owner = await actor(app, 'user');
    const moderator = await actor(app, 'moderator');
    const trackId = await track(app, owner, 'As heard');
    const change = (title: string) => callAction(owner, 'updateTrack', { trackId, updates: { title } });
    await change('First wish');
    const [first] = await own(owner);
    expect(first).toMatchObject({ trackId, title: 'First wish', status: 'pending_review' });
    await reject(moderator, first?.uploadId ?? '', 'Too loud a title');
    expect(await own(owner)).toMatchObject([{ trackId, status: 'rejected', reason: 'Too loud a title' }]);
    await change('Second wish');
    const [second, ...others] = await own(owner);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ title: 'Second wish', status: 'pending_review' });
    await callAction(moderator, 'approveUpload', { uploadId: second?.uploadId });
    expect(await own(owner)).toEqual([]);
    expect((await tracksOf(owner, { user: owner.accountId })).map(({ title }) => title)).toEqual([
      'Second wish',
    ]);
  });
});

test('stores each preference and leaves the others unchanged', async () => {
  const owner = await actor(app, 'user');
  const data = async () =>
    (await get(owner, 'getUserData', { userId: owner.accountId })).json.data as { preferences: object };
  await update(owner, { preferences: { notifications: { follows: false } } });
  await update(owner, { preferences: { playback: { autoplay: true, volume: 0.3 } } });
  await update(owner, { preferences: { privacy: { allowComments: false } } });
  expect((await data()).preferences).toEqual({
    notifications: { likes: true, comments: true, follows: false },
    privacy: { publicProfile: true, allowComments: false },
    playback: { autoplay: true, volume: 0.3 },
  });
  const trackId = await track(app, owner);
  await callAction(stranger, 'addFollow', { follow: { followingId: owner.accountId } });
  const mine = (await get(owner, 'getDatabase')).json.data as DatabaseView;
  expect(mine.notifications).toEqual([]);
  const refused = await post(stranger, 'addComment', { trackId, content: randomUUID() });
  expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
  await update(owner, { preferences: { privacy: { allowComments: true } } });
  expect((await post(stranger, 'addComment', { trackId, content: randomUUID() })).status).toBe(200);
});
