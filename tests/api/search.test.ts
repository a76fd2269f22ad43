// What a search may ask for, and that pages by cursor hold every track once, in any order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_TAGS_MAX } from '../../api/contract/limits.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { matchExpression } from '../../api/tracks/matching.ts';
import { type Actor, actor, like, track } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get } from '../support/wire.ts';

let app: TestApp;
let owner: Actor;
beforeAll(async () => {
  app = await createTestApp();
  owner = await actor(app, 'user');
});
afterAll(() => app.close());

const ask = (query: Record<string, string>) => get({ url: app.url, cookie: '' }, 'getTracks', query);
const titles = async (query: Record<string, string>) =>
  ((await ask(query)).json.data as TrackView[]).map(({ title }) => title).sort();

describe('words', () => {
  it('begin words of a track from two letters on; a single letter is a word of its own', async () => {
    await track(app, owner, 'Plan B tonight');
    await track(app, owner, 'Bright morning');
    expect(await titles({ query: 'b' })).toEqual(['Plan B tonight']);
    expect(await titles({ query: 'br' })).toEqual(['Bright morning']);
    expect(await titles({ query: 'mor bri' })).toEqual(['Bright morning']);
  });

  it('count six at most, the longest ones, each once', () => {
    expect(matchExpression('a bb ccc dddd eeeee ffffff ggggggg bb BB')).toBe(
      '"ggggggg"* "ffffff"* "eeeee"* "dddd"* "ccc"* "bb"*',
    );
    expect(matchExpression('x NEAR "y"')).toBe('"near"* "x" "y"');
    expect(matchExpression('!!! …')).toBeNull();
  });
});

describe('tags', () => {
  it('are refused beyond five, in any spelling counted once', async () => {
    await track(app, owner, 'Tagged', ['one', 'two', 'three', 'four', 'five']);
    const five = ['one', 'two', 'three', 'four', 'five'];
    expect(await titles({ tags: [...five, 'ONE', ' two ', ''].join(',') })).toEqual(['Tagged']);
    const six = await ask({ tags: [...five, 'six'].join(',') });
    expect([six.status, six.json.code]).toEqual([422, 'invalid_body']);
    expect(String(six.json.error)).toContain(String(SEARCH_TAGS_MAX));
  });
});

describe('a person', () => {
  it('is found by id and by name in any case', async () => {
    const other = await actor(app, 'user');
    await track(app, other, 'By the other');
    expect(await titles({ user: other.accountId })).toEqual(['By the other']);
    expect(await titles({ user: other.username.toUpperCase() })).toEqual(['By the other']);
    expect(await titles({ user: 'nobody_here' })).toEqual([]);
  });
});

describe('pages by cursor', () => {
  it.each(['top_rated', 'most_commented', 'new'])(
    'of %s hold every track once, in order',
    async (category) => {
      const fans = await Promise.all(Array.from({ length: 3 }, () => actor(app, 'user')));
      const ids: string[] = [];
      for (let index = 0; index < 17; index++)
        ids.push(await track(app, owner, `Paged ${category} ${index}`));
      // Many with the same number of likes: the id decides.
      for (const [index, fan] of fans.entries()) {
        for (const id of ids.slice(0, 5 * (index + 1))) await like(app, fan, id, owner);
      }
      const seen: TrackView[] = [];
      let cursor = '';
      do {
        const { json } = await ask({
          category,
          query: `paged ${category}`,
          limit: '4',
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...(json.data as TrackView[]));
        cursor = String(json.nextCursor ?? '');
      } while (cursor !== '');
      expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const value = (view: TrackView) =>
        category === 'top_rated'
          ? view.likes
          : category === 'new'
            ? Date.parse(view.createdAt)
            : view.commentsCount;
      for (const [index, view] of seen.entries()) {
        const next = seen[index + 1];
        if (!next) continue;
        const inOrder = value(view) > value(next) || (value(view) === value(next) && view.id > next.id);
        expect(inOrder).toBe(true);
      }
    },
  );
});
