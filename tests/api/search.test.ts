// Search queries, and pages by cursor that contain every track once, in any order.
import { afterAll, describe, expect, it } from 'vitest';
import { SEARCH_TAGS_MAX } from '../../api/contract/limits.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { endsOf, ftsPrefixes, wordsOf } from '../../api/search/words.ts';
import { actor, like, track } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
afterAll(() => app.close());

const ask = (query: Record<string, string>) => get({ url: app.url, cookie: '' }, 'getTracks', query);
const titles = async (query: Record<string, string>) =>
  ((await ask(query)).json.data as TrackView[]).map(({ title }) => title).sort();

describe('words', () => {
  it('match beginnings of words from two letters on; a single letter matches only a whole word', async () => {
    await track(app, owner, 'Plan B tonight');
    await track(app, owner, 'Bright morning');
    expect(await titles({ query: 'b' })).toEqual(['Plan B tonight']);
    expect(await titles({ query: 'br' })).toEqual(['Bright morning']);
    expect(await titles({ query: 'mor bri' })).toEqual(['Bright morning']);
  });

  it('are limited to the six longest, each once', () => {
    const expression = (query: string) => ftsPrefixes(wordsOf(query));
    expect(expression('a bb ccc dddd eeeee ffffff ggggggg bb BB')).toBe(
      '"ggggggg"* "ffffff"* "eeeee"* "dddd"* "ccc"* "bb"*',
    );
    expect(expression('x NEAR "y"')).toBe('"near"* "x" "y"');
    expect(wordsOf('!!! …')).toEqual([]);
  });

  it('match recordings of a hidden profile by their text but never by the owner’s name', async () => {
    const hidden = await actor(app, 'user');
    const username = 'Velvet_fox_77';
    const named = { username, username_key: username.toLowerCase() };
    await app.deps.db.updateTable('accounts').set(named).where('id', '=', hidden.accountId).execute();
    Object.assign(hidden, { username });
    await track(app, hidden, 'Thistle at dusk');
    const ways: Record<string, string>[] = [
      { query: username },
      { query: 'velvet fox' },
      { query: 'elvet' },
      { query: 'velvte', similar: 'true' },
      { query: 'thistle velvet' },
    ];
    const found = () => Promise.all(ways.map((way) => titles(way)));
    expect((await found()).filter((each) => each.length > 0).length).toBe(ways.length);
    const hide = { preferences: { privacy: { publicProfile: false } } };
    await callAction(hidden, 'updateUser', { userId: hidden.accountId, updates: hide });
    expect(await found()).toEqual(ways.map(() => []));
    expect(await titles({ query: 'thist' })).toEqual(['Thistle at dusk']);
    expect(await titles({ query: 'histle' })).toEqual(['Thistle at dusk']);
    expect(await titles({ query: 'thitsle', similar: 'true' })).toEqual(['Thistle at dusk']);
    const own = await get(hidden, 'getTracks', { query: 'velvet' });
    expect((own.json.data as TrackView[]).map(({ title }) => title)).toEqual(['Thistle at dusk']);
  });

  it('match nothing when they are only punctuation, and everything when empty', async () => {
    expect(await titles({ query: '!!!' })).toEqual([]);
    expect(await titles({ query: '… 💋' })).toEqual([]);
    expect(await titles({ query: '  ' })).toContain('Plan B tonight');
  });

  it('also match inside words, after matches at a beginning, page by page', async () => {
    const inside = ['Gutenacht, the first', 'Mitternacht', 'Fastnacht'];
    const beginning = ['Nacht im Regen', 'Nachtlied'];
    // The newest tracks contain the word inside.
    for (const title of [...beginning, ...inside]) {
      await track(app, owner, title, ['winter']);
      app.advance(1000);
    }
    const pages: string[][] = [];
    let cursor = '';
    do {
      const { json } = await ask({ query: 'nacht', limit: '2', ...(cursor ? { cursor } : {}) });
      pages.push((json.data as TrackView[]).map(({ title }) => title));
      cursor = String(json.nextCursor ?? '');
    } while (cursor !== '');
    expect(pages).toEqual([
      ['Nachtlied', 'Nacht im Regen'],
      ['Fastnacht', 'Mitternacht'],
      ['Gutenacht, the first'],
    ]);
    expect(await titles({ query: 'ernach wi' })).toEqual(['Mitternacht']);
    // Two letters match only at the beginning of a word.
    expect(await titles({ query: 'ch' })).toEqual([]);
  });

  it('combine with several tags, the gender, and the cursor', async () => {
    for (const [title, tags] of [
      ['Schwarzwald', ['pine', 'dusk']],
      ['Waldweg', ['pine', 'dusk']],
      ['Waldrand', ['pine']],
      ['Waldsee', ['pine', 'dusk', 'owl']],
    ] as const) {
      await track(app, owner, title, [...tags]);
      app.advance(1000);
    }
    await app.deps.db
      .updateTable('tracks')
      .set({ gender: 'Couple' })
      .where('title', '=', 'Waldsee')
      .execute();
    const query = { query: 'wald', tags: 'pine,dusk', gender: 'females', limit: '1' };
    const first = await ask(query);
    const second = await ask({ ...query, cursor: String(first.json.nextCursor) });
    const titlesOf = ({ json }: typeof first) => (json.data as TrackView[]).map(({ title }) => title);
    expect([titlesOf(first), titlesOf(second)]).toEqual([['Waldweg'], ['Schwarzwald']]);
    expect(second.json.nextCursor).toBeUndefined();
    expect(await titles({ query: 'wald', tags: 'pine,dusk', gender: 'couples' })).toEqual(['Waldsee']);
  });
});

describe('typing errors', () => {
  it('are tolerated on request: one wrong, missing, extra or swapped letter', async () => {
    await track(app, owner, 'Silken whisper', ['lantern']);
    await track(app, owner, 'Whimper');
    const near = (query: string) => titles({ query, similar: 'true' });
    for (const typed of ['whsiper', 'whispr', 'whisxer', 'wihsper', 'whisperr', 'xhisper']) {
      expect(await titles({ query: typed }), typed).toEqual([]);
      expect(await near(typed), typed).toContain('Silken whisper');
    }
    expect(await near('silkne whispr')).toEqual(['Silken whisper']);
    expect(await near('lanterm')).toEqual(['Silken whisper']);
    // Also in the beginning of a word; two errors do not match.
    expect(await near('lnaetr')).toEqual([]);
    expect(await near('lamter')).toEqual(['Silken whisper']);
    expect(await near('!!!')).toEqual([]);
    expect((await ask({ query: 'x', similar: 'yes' })).json.code).toBe('invalid_body');
  });

  it('keep the head and the tail of a long word, with one letter in between', () => {
    expect(endsOf('rain')).toBeNull();
    expect(endsOf('whisper')).toEqual({ head: 'whi', tail: 'per' });
    expect(endsOf('silken')).toEqual({ head: 'si', tail: 'ken' });
  });
});

describe('tags', () => {
  it('are refused beyond five, where spellings of one tag count once', async () => {
    await track(app, owner, 'Tagged', ['one', 'two', 'three', 'four', 'five']);
    const five = ['one', 'two', 'three', 'four', 'five'];
    expect(await titles({ tags: [...five, 'ONE', ' two ', ''].join(',') })).toEqual(['Tagged']);
    const six = await ask({ tags: [...five, 'six'].join(',') });
    expect([six.status, six.json.code]).toEqual([422, 'invalid_body']);
    expect(String(six.json.error)).toContain(String(SEARCH_TAGS_MAX));
  });
});

describe('a person', () => {
  it('is found by id, and by name in any case', async () => {
    const other = await actor(app, 'user');
    await track(app, other, 'By the other');
    expect(await titles({ user: other.accountId })).toEqual(['By the other']);
    expect(await titles({ user: other.username.toUpperCase() })).toEqual(['By the other']);
    expect((await ask({ user: 'nobody_here' })).json.code).toBe('not_found');
  });
});

describe('pages by cursor', () => {
  it.each(['top_rated', 'most_commented', 'new'])(
    'of %s contain every track once, in order',
    async (category) => {
      const fans = await Promise.all(Array.from({ length: 3 }, () => actor(app, 'user')));
      const ids: string[] = [];
      for (let index = 0; index < 17; index++)
        ids.push(await track(app, owner, `Paged ${category} ${index}`));
      // Many tracks have equal likes, so the id decides.
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
