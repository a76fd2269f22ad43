// News and activities in pages: bounded, expiring, countable, without deleted content (row 18).
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { ActivityView, NotificationView } from '../../api/contract/news.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;

let owner: Actor;
let fan: Actor;
const app = await createTestApp();
afterAll(() => app.close());

async function pair(): Promise<void> {
  owner = await actor(app, 'user');
  fan = await actor(app, 'user');
}

interface Page<Row> {
  data: Row[];
  nextCursor?: string;
  unreadCount: number;
}
const pageOf = async <Row>(person: Actor, action: string, query: Record<string, string> = {}) =>
  (await get(person, action, query)).json as unknown as Page<Row>;
const news = (person: Actor, query?: Record<string, string>) =>
  pageOf<NotificationView>(person, 'getNotifications', query);
const diary = (person: Actor, query?: Record<string, string>) =>
  pageOf<ActivityView>(person, 'getActivities', query);

/** A stored like of a track by `owner`. */
async function addNews(at: number, fields: { trackId?: string; title?: string } = {}): Promise<string> {
  const id = randomUUID();
  await app.deps.db
    .insertInto('notifications')
    .values({
      id,
      account_id: owner.accountId,
      type: 'like',
      actor_id: fan.accountId,
      track_id: fields.trackId ?? null,
      track_title: fields.title ?? null,
      comment_text: null,
      is_read: 0,
      created_at: at,
    })
    .execute();
  return id;
}

test('keeps the newest 100 of 120, in two pages without gap or overlap (row 18)', async () => {
  await pair();
  for (let index = 0; index < 120; index++) {
    const trackId = await track(app, owner, `T${index}`);
    await callAction(fan, 'addLike', { like: { trackId } });
    app.advance(1000);
  }
  const first = await news(owner);
  expect([first.data.length, first.unreadCount]).toEqual([50, 100]);
  const second = await news(owner, { cursor: first.nextCursor ?? '' });
  expect([second.data.length, second.nextCursor]).toEqual([50, undefined]);
  const titles = [...first.data, ...second.data].map(({ trackTitle }) => trackTitle);
  expect(titles).toEqual(Array.from({ length: 100 }, (_, index) => `T${119 - index}`));
  const own = await diary(fan, { limit: '3' });
  expect(own.data.map(({ type, trackTitle }) => [type, trackTitle])).toEqual([
    ['my_like', 'T119'],
    ['my_like', 'T118'],
    ['my_like', 'T117'],
  ]);
  expect((await news(fan)).data).toEqual([]);
});

test('neither shows nor counts notifications older than six months (row 18)', async () => {
  await pair();
  await addNews(app.deps.now() - 214 * DAY_MS, { title: 'Long ago' });
  const kept = await addNews(app.deps.now() - 150 * DAY_MS, { title: 'Before' });
  const { data, unreadCount } = await news(owner);
  expect([data.map(({ id }) => id), unreadCount]).toEqual([[kept], 1]);
});

test('marks and removes one, several or all own notifications, never those of others (row 18)', async () => {
  await pair();
  const now = app.deps.now();
  const [a, b, c, d] = [
    await addNews(now - 4),
    await addNews(now - 3),
    await addNews(now - 2),
    await addNews(now - 1),
  ];
  await callAction(owner, 'markNotificationAsRead', { notificationId: a });
  await callAction(owner, 'markNotificationAsRead', { notificationId: [b, 'long-gone'] });
  expect((await news(owner)).unreadCount).toBe(2);
  expect((await post(fan, 'markNotificationAsRead', { notificationId: c })).json.code).toBe('not_found');
  await callAction(fan, 'markNotificationAsRead', { notificationId: [c] });
  await callAction(fan, 'removeNotification', { notificationId: 'all' });
  const until = new Date(now - 2).toISOString();
  await callAction(owner, 'markNotificationAsRead', { notificationId: 'all', until });
  const { data } = await news(owner);
  expect(data.map(({ id, isRead }) => [id, isRead])).toEqual([
    [d, false],
    [c, true],
    [b, true],
    [a, true],
  ]);
  await callAction(owner, 'removeNotification', { notificationId: [a, b] });
  await callAction(owner, 'removeNotification', { notificationId: 'all', until });
  expect((await news(owner)).data.map(({ id }) => id)).toEqual([d]);
  await callAction(owner, 'removeNotification', { notificationId: 'all' });
  expect(await news(owner)).toMatchObject({ data: [], unreadCount: 0 });
});

test('only the owner marks, removes and clears activities (row 18)', async () => {
  await pair();
  const trackId = await track(app, owner, 'Rain');
  await callAction(fan, 'addLike', { like: { trackId } });
  await callAction(fan, 'addBookmark', { bookmark: { trackId } });
  const [first] = (await diary(fan)).data;
  expect((await post(owner, 'removeActivity', { activityId: first?.id })).json.code).toBe('not_found');
  await callAction(fan, 'markActivityAsRead', { activityId: [first?.id] });
  expect((await diary(fan)).unreadCount).toBe(1);
  await callAction(fan, 'removeActivity', { activityId: first?.id });
  expect((await diary(fan)).data).toHaveLength(1);
  await callAction(fan, 'removeActivity', { activityId: 'all' });
  expect((await diary(fan)).data).toEqual([]);
});

test('a deleted track disappears from notifications and is not linked in activities (row 18)', async () => {
  await pair();
  const title = `Gone ${randomUUID()}`;
  const trackId = await track(app, owner, title);
  await callAction(fan, 'addLike', { like: { trackId } });
  await callAction(fan, 'addComment', { trackId, content: 'Said under it' });
  await callAction(owner, 'addBookmark', { bookmark: { trackId } });
  expect(await news(owner)).toMatchObject({ unreadCount: 2, data: [{ trackId }, { trackId }] });
  await callAction(owner, 'deleteTrack', { trackId });
  expect(await news(owner)).toMatchObject({ data: [], unreadCount: 0 });
  const own = await diary(owner);
  expect(own.data.map(({ type }) => type)).toEqual(['my_delete', 'my_bookmark']);
  const texts = JSON.stringify([await news(owner), own, await news(fan), await diary(fan)]);
  expect(texts).not.toContain(trackId);
  expect(texts).not.toContain('Said under it');
  expect(JSON.stringify([await news(fan), await diary(fan)])).not.toContain(title);
});

test('shows the current title and cover of a track (row 18)', async () => {
  await pair();
  const trackId = await track(app, owner, 'Before');
  await callAction(fan, 'addLike', { like: { trackId } });
  await app.deps.db
    .updateTable('tracks')
    .set({ title: 'After', cover: 'AAAA' })
    .where('id', '=', trackId)
    .execute();
  expect((await news(owner)).data).toMatchObject([{ trackTitle: 'After', trackCover: 'AAAA' }]);
  expect((await diary(fan)).data).toMatchObject([{ trackTitle: 'After', trackCover: 'AAAA', trackId }]);
});

test('accepts news from old clients without storing it', async () => {
  await pair();
  await callAction(owner, 'addNotification', { notification: { id: 'made-up', type: 'like' } });
  await callAction(owner, 'addUserActivity', { activity: { id: 'made-up', type: 'my_like' } });
  expect([(await news(owner)).data, (await diary(owner)).data]).toEqual([[], []]);
});

test.each([
  ['a visitor', () => visitor(app.url), {}, 'not_signed_in'],
  ['a cursor that is not ours', () => owner, { cursor: 'bm9wZQ' }, 'invalid_body'],
  ['a limit of nothing', () => owner, { limit: '0' }, 'invalid_body'],
])('%s is refused', async (_what, who, query, code) => {
  await pair();
  for (const action of ['getNotifications', 'getActivities'])
    expect((await get(who(), action, query)).json.code).toBe(code);
});

test.each([[[]], [Array.from({ length: 101 }, (_, index) => `n${index}`)], [['a b']], [{}]])(
  'refuses a list of ids like %j',
  async (notificationId) => {
    await pair();
    const { code } = (await post(owner, 'markNotificationAsRead', { notificationId })).json;
    expect(code).toBe('invalid_body');
  },
);
