// Deleted text also disappears from other people's news: comments, tracks, accounts, and quotes in older rows.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import { withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { type Client, callAction } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const app = await createTestApp();
afterAll(() => app.close());

const database = async (client: Client) => (await get(client, 'getDatabase')).json.data as DatabaseView;
const TITLE = 'Title that somebody takes back';

interface Scene {
  owner: Actor;
  author: Actor;
  trackId: string;
  commentId: string;
  text: string;
}

/** A comment, with its author and the owner of its track. */
async function commented(): Promise<Scene> {
  const owner = await withPassword(app, await actor(app, 'user'));
  const author = await withPassword(app, await actor(app, 'user'));
  const trackId = await track(app, owner, TITLE);
  const text = `Words ${randomUUID()}`;
  const body = { trackId, content: text };
  const { id: commentId } = await callAction<{ id: string }>(author, 'addComment', body);
  expect((await database(owner)).notifications).toMatchObject([{ type: 'comment', commentText: text }]);
  expect((await database(author)).userActivities).toMatchObject([{ type: 'my_comment', commentText: text }]);
  return { owner, author, trackId, commentId, text };
}

const password = 'Correct-Horse-9';
test.each<[who: string, remove: (scene: Scene) => Promise<unknown>]>([
  ['its author', ({ author, commentId }) => callAction(author, 'deleteComment', { commentId })],
  ['the owner of the track', ({ owner, commentId }) => callAction(owner, 'deleteComment', { commentId })],
  [
    'a moderator',
    async ({ commentId }) => callAction(await actor(app, 'moderator'), 'deleteComment', { commentId }),
  ],
  ['the end of its author', ({ author }) => callAction(author, 'deleteAccount', { password })],
  ['the end of the track', ({ owner, trackId }) => callAction(owner, 'deleteTrack', { trackId })],
  [
    'an admin who takes everything down',
    async () =>
      callAction(await withPassword(app, await actor(app, 'admin')), 'deleteAllUserContent', { password }),
  ],
])('no copy remains of a comment removed by %s', async (_who, remove) => {
  const scene = await commented();
  expect(await everything(app)).toContain(scene.text);
  await remove(scene);
  expect(await everything(app)).not.toContain(scene.text);
  expect((await database(scene.owner)).notifications.filter(({ type }) => type === 'comment')).toEqual([]);
});

test('keeps another comment with the same text in the news', async () => {
  const { owner, author, trackId, commentId, text } = await commented();
  app.advance(60_000);
  await callAction(author, 'addComment', { trackId, content: text });
  await callAction(author, 'deleteComment', { commentId });
  expect((await database(owner)).notifications).toMatchObject([{ type: 'comment', commentText: text }]);
});

test('removes the title of a deleted track from the news of others but not from the owner’s activities', async () => {
  const owner = await actor(app, 'user');
  const fan = await actor(app, 'user');
  const title = `Title ${randomUUID()}`;
  const trackId = await track(app, owner, title);
  await callAction(fan, 'addLike', { like: { trackId } });
  await callAction(fan, 'addBookmark', { bookmark: { trackId } });
  await callAction(fan, 'addComment', { trackId, content: 'Hm' });
  const { db } = app.deps;
  await db
    .insertInto('notifications')
    .values({
      id: randomUUID(),
      account_id: fan.accountId,
      type: 'followed_user_upload',
      actor_id: owner.accountId,
      track_id: trackId,
      track_title: title,
      comment_text: null,
      is_read: 0,
      created_at: app.deps.now(),
    })
    .execute();
  await callAction(owner, 'deleteTrack', { trackId });
  const others = await database(fan);
  expect(JSON.stringify([others.userActivities, others.notifications])).not.toContain(title);
  expect((await database(owner)).userActivities).toMatchObject([{ type: 'my_delete', trackTitle: title }]);
});
