import { afterAll, expect, test } from 'vitest';
import { PAGE_TAGS } from '../../api/contract/limits.ts';
import type { TagView } from '../../api/contract/tracks.ts';
import { pageOfTags, selectTags } from '../../api/tracks/tagQueries.ts';
import { stepsOf } from '../support/database/plans.ts';
import { actor, track, waitingUpload } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
await app.deps.db
  .updateTable('accounts')
  .set({ is_verified: 1, password_hash: 'none' })
  .where('id', '=', owner.accountId)
  .execute();
afterAll(() => app.close());

const ask = (query: Record<string, string> = {}) => get({ url: app.url, cookie: '' }, 'getTags', query);
const suggested = async (query: Record<string, string> = {}) =>
  ((await ask(query)).json.data as TagView[]).map(({ tag, count }) => `${tag} ${count}`);
const empty = async () => {
  for (const { id } of await app.deps.db.selectFrom('tracks').select('id').execute()) {
    await callAction(owner, 'deleteTrack', { trackId: id });
  }
  expect(await suggested()).toEqual([]);
};

test('lists the most used tag first, equal ones by name, and never the category', async () => {
  await track(app, owner, 'One', ['Warm', 'rain', 'Female']);
  await track(app, owner, 'Two', ['rain', 'Amber', 'Diverse']);
  await track(app, owner, 'Three', ['Rain', 'amber']);
  expect(await suggested()).toEqual(['rain 3', 'amber 2', 'warm 1']);
  await empty();
});

test('follows the tags of tracks that are edited, hidden, shown again, deleted, or erased with their owner', async () => {
  const other = await actor(app, 'user');
  const first = await track(app, owner, 'First', ['alpha', 'beta']);
  await track(app, other, 'Second', ['alpha', 'gamma']);
  await waitingUpload(app, owner);
  expect(await suggested()).toEqual(['alpha 2', 'beta 1', 'gamma 1']);

  await callAction(owner, 'updateTrack', { trackId: first, updates: { tags: ['delta'] } });
  expect(await suggested()).toEqual(['alpha 1', 'delta 1', 'gamma 1']);

  const setStatus = (status: 'active' | 'inactive') =>
    app.deps.db.updateTable('tracks').set({ status }).where('id', '=', first).execute();
  await setStatus('inactive');
  expect(await suggested()).toEqual(['alpha 1', 'gamma 1']);
  await setStatus('active');
  expect(await suggested()).toEqual(['alpha 1', 'delta 1', 'gamma 1']);

  await callAction(other, 'deleteAccount', {});
  expect(await suggested()).toEqual(['delta 1']);
  // Also when a track is deleted without clearing its tags first.
  await app.deps.db.deleteFrom('tracks').where('id', '=', first).execute();
  expect(await suggested()).toEqual([]);
  expect(await app.deps.db.selectFrom('tag_uses').selectAll().execute()).toEqual([]);
});

test('pages 45 tags as 20, 20 and 5, each once', async () => {
  const names = Array.from({ length: 45 }, (_, index) => `tag-${String(index).padStart(2, '0')}`);
  for (const name of names) await track(app, owner, name, [name]);
  const pages: number[] = [];
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await ask(cursor ? { cursor } : {});
    const page = (json.data as TagView[]).map(({ tag }) => tag);
    pages.push(page.length);
    seen.push(...page);
    cursor = json.nextCursor as string | undefined;
  } while (cursor);
  expect(pages).toEqual([PAGE_TAGS, PAGE_TAGS, 5]);
  expect(seen).toEqual(names);
  await empty();
});

test('finds tags that begin with a word before tags that contain it, else similar ones', async () => {
  for (const tag of ['whisper', 'soft-whisper', 'whispering', 'rain', 'night-rain']) {
    await track(app, owner, tag, [tag]);
  }
  expect(await suggested({ query: 'Whisper' })).toEqual(['whisper 1', 'whispering 1', 'soft-whisper 1']);
  expect(await suggested({ query: 'ain' })).toEqual(['night-rain 1', 'rain 1']);
  expect(await suggested({ query: 'warm rain' })).toEqual(['rain 1', 'night-rain 1']);
  expect(await suggested({ query: 'whsiper' })).toEqual(['whisper 1']);
  expect(await suggested({ query: 'rian' })).toEqual(['rain 1']);
  expect(await suggested({ query: 'saxophone' })).toEqual([]);
  expect(await suggested({ query: '!!!' })).toEqual([]);
  expect((await ask({ cursor: 'nobody’s' })).json.code).toBe('invalid_body');
  await empty();
});

test('a page is one lookup in the index of uses, also the last page', async () => {
  await app.deps.db
    .insertInto('tag_uses')
    .values(Array.from({ length: 2000 }, (_, index) => ({ tag: `t${index}`, uses: 1 + (index % 40) })))
    .execute();
  const planOf = (cursor: string | undefined) =>
    stepsOf(app.deps.db, selectTags(app.deps.db, cursor).limit(21).compile());
  const { nextCursor } = await pageOfTags(app.deps.db, {});
  const second = await planOf(nextCursor ?? '');
  expect(second).toEqual(['tag_uses by tag_uses_rank (rank,tag)']);
  expect(await planOf(Buffer.from('[1,"t1960"]').toString('base64url'))).toEqual(second);
  expect(await planOf(undefined)).toEqual(['tag_uses along tag_uses_rank']);
  await app.deps.db.deleteFrom('tag_uses').execute();
});
