// What somebody deletes is gone from other people's news too: comments, tracks, people, and what older rows quote.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../api/accounts/store.ts';
import { findComment } from '../../api/comments/queries.ts';
import { removeComment } from '../../api/comments/store.ts';
import type { DatabaseView } from '../../api/contract/actions.ts';
import { openDatabase } from '../../api/db/client.ts';
import { removeTrack } from '../../api/tracks/store.ts';
import { withPassword } from '../support/accessTable.ts';
import { type Actor, actor, track } from '../support/actors.ts';
import { earlierDatabase } from '../support/earlierDatabase.ts';
import { type Client, callAction } from '../support/publish.ts';
import { everything } from '../support/rowChanges.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get } from '../support/wire.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const database = async (client: Client) => (await get(client, 'getDatabase')).json.data as DatabaseView;
const TITLE = 'Title that somebody takes back';

interface Scene {
  owner: Actor;
  author: Actor;
  trackId: string;
  commentId: string;
  words: string;
}

/** A comment that its author, the owner and the database know of. */
async function commented(): Promise<Scene> {
  const owner = await withPassword(app, await actor(app, 'user'));
  const author = await withPassword(app, await actor(app, 'user'));
  const trackId = await track(app, owner, TITLE);
  const words = `Words ${randomUUID()}`;
  const body = { trackId, content: words };
  const { id: commentId } = await callAction<{ id: string }>(author, 'addComment', body);
  expect((await database(owner)).notifications).toMatchObject([{ type: 'comment', commentText: words }]);
  expect((await database(author)).userActivities).toMatchObject([{ type: 'my_comment', commentText: words }]);
  return { owner, author, trackId, commentId, words };
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
])('a comment removed by %s stands nowhere any more', async (_who, remove) => {
  const scene = await commented();
  expect(await everything(app)).toContain(scene.words);
  await remove(scene);
  expect(await everything(app)).not.toContain(scene.words);
  expect((await database(scene.owner)).notifications.filter(({ type }) => type === 'comment')).toEqual([]);
});

test('another comment with the same words keeps its place in the news', async () => {
  const { owner, author, trackId, commentId, words } = await commented();
  app.advance(60_000);
  await callAction(author, 'addComment', { trackId, content: words });
  await callAction(author, 'deleteComment', { commentId });
  expect((await database(owner)).notifications).toMatchObject([{ type: 'comment', commentText: words }]);
});

test('the title of a deleted track is in nobody else’s news; the owner keeps their own diary', async () => {
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

test('rows of an earlier version find their comment by its words, and lose what is deleted already', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aural-earlier-'));
  const file = join(directory, 'aural.db');
  try {
    await earlierDatabase(file, '0007', async (db) => {
      const owner = await insertAccount(db, { id: 'owner', username: 'Owner_1', role: 'user' }, 1);
      const author = await insertAccount(db, { id: 'author', username: 'Author_1', role: 'user' }, 1);
      await db
        .insertInto('tracks')
        .values({
          id: 'track',
          account_id: owner,
          upload_id: null,
          file: `${'a'.repeat(32)}.mp3`,
          mime_type: 'audio/mpeg',
          size: 1,
          title: TITLE,
          description: '',
          gender: null,
          tags_json: '[]',
          duration: 1,
          face: '',
          lufs: null,
          status: 'active',
          plays: 0,
          likes: 0,
          bookmarks: 0,
          comments_count: 2,
          demo_position: null,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      for (const [id, at] of [
        ['first', 10],
        ['second', 20],
      ] as const) {
        await db
          .insertInto('comments')
          .values({
            id,
            track_id: 'track',
            account_id: author,
            content: 'Twice said',
            likes: 0,
            created_at: at,
          })
          .execute();
      }
      const shared = { track_id: 'track', track_title: TITLE, is_read: 0 as const };
      const told = { ...shared, account_id: owner, type: 'comment', actor_id: author };
      const diary = { ...shared, account_id: author, type: 'my_comment', other_account_id: owner };
      for (const [id, comment_text, created_at] of [
        ['1', 'Twice said', 10],
        ['2', 'Twice said', 20],
        ['3', 'Taken back', 30],
      ] as const) {
        await db
          .insertInto('notifications')
          .values({ ...told, id, comment_text, created_at })
          .execute();
        await db
          .insertInto('activities')
          .values({ ...diary, id, comment_text, created_at })
          .execute();
      }
      const gone = { ...diary, id: '4', type: 'my_like', track_id: 'gone', track_title: 'Gone title' };
      await db
        .insertInto('activities')
        .values({ ...gone, created_at: 40 })
        .execute();
    });
    const { db, close } = await openDatabase(file);
    const news = async (table: 'notifications' | 'activities') =>
      (await db.selectFrom(table).select(['id', 'comment_text']).orderBy('id').execute()).map(
        (row) => `${row.id} ${row.comment_text}`,
      );
    try {
      expect(await news('notifications')).toEqual(['1 Twice said', '2 Twice said']);
      expect(await news('activities')).toEqual(['1 Twice said', '2 Twice said']);
      // As a restore replays what has been deleted since.
      const first = await findComment(db, 'first', null);
      if (first) await removeComment(db, first, 50);
      expect(await news('notifications')).toEqual(['2 Twice said']);
      expect(await news('activities')).toEqual(['2 Twice said']);
      await removeTrack(db, 'track', 60);
      expect(await news('notifications')).toEqual([]);
      expect(await news('activities')).toEqual([]);
    } finally {
      await close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
