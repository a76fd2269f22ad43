// Compares cached answers with fresh reads from the database.
import { afterAll, describe, expect, it } from 'vitest';
import { isPostgres } from '../../api/db/dialect.ts';
import { createAnswerCache, type ReadAnswer, readAnswer } from '../../api/routes/answers.ts';
import { pageOfTracks } from '../../api/tracks/pageQueries.ts';
import { presentTrack } from '../../api/tracks/present.ts';
import { type Actor, actor, comment, like, track } from '../support/server/actors.ts';
import { openDatabaseView } from '../support/server/databaseView.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
const fan = await actor(app, 'user');
afterAll(() => app.close());

const FEED = '/upload.php?action=getTracks&limit=20';

async function feed(person: Actor | null, path = FEED) {
  const headers = person ? { cookie: person.cookie } : undefined;
  const { data } = (await (await fetch(app.url + path, { headers })).json()) as { data: unknown };
  return data;
}

async function freshFeed(person: Actor | null) {
  const id = person?.accountId ?? null;
  const { rows } = await pageOfTracks(app.deps.db, id, { limit: '20' }, app.deps.now());
  return JSON.parse(JSON.stringify(rows.map(presentTrack)));
}

describe('a cached feed', () => {
  it('shows every change at once to all callers, and each caller their own reactions', async () => {
    const id = await track(app, owner, 'First');
    let commentId = '';
    const outside = await openDatabaseView(app.deps.env);
    const changes: [string, () => Promise<unknown>][] = [
      ['nothing yet', async () => {}],
      ['a second track', () => track(app, owner, 'Second')],
      ['a like through the wire', () => callAction(fan, 'addLike', { like: { trackId: id } })],
      ['a like of the owner', () => like(app, owner, id, owner)],
      ['a like taken back', () => callAction(fan, 'removeLike', { likeId: id })],
      ['a bookmark', () => callAction(fan, 'addBookmark', { bookmark: { trackId: id } })],
      ['a comment', async () => (commentId = await comment(app, fan, id))],
      ['the comment deleted', () => callAction(fan, 'deleteComment', { commentId })],
      ['a play', () => callAction(fan, 'incrementPlay', { trackId: id })],
      [
        'another process',
        () => outside.db.updateTable('tracks').set({ title: 'Renamed' }).where('id', '=', id).execute(),
      ],
      [
        'the owner hidden by another process',
        () =>
          outside.db
            .updateTable('accounts')
            .set({ deleted_at: 1 })
            .where('id', '=', owner.accountId)
            .execute(),
      ],
    ];
    for (const [what, change] of changes) {
      await change();
      // PostgreSQL announces a commit of another process a few milliseconds later; SQLite shows it at once.
      const isAnnouncedLater = isPostgres(app.deps.db) && / process$/.test(what);
      for (const person of isAnnouncedLater ? [null, fan] : [])
        await expect.poll(() => feed(person)).toEqual(await freshFeed(person));
      for (const person of [null, fan, null, fan]) {
        expect(await feed(person), `${what}, seen by ${person?.username ?? 'a visitor'}`).toEqual(
          await freshFeed(person),
        );
      }
    }
    expect(await feed(null)).toEqual([]);
    await outside.close();
  });

  it('refuses an invalid query each time and caches no refusal', async () => {
    for (let tries = 0; tries < 3; tries++) {
      expect((await fetch(`${app.url}${FEED}&category=nonsense`)).status).toBe(422);
    }
    expect((await fetch(app.url + FEED)).status).toBe(200);
  });

  it('answers 304 to its own ETag and the same bytes with gzip', async () => {
    const person = await actor(app, 'user');
    for (let n = 0; n < 5; n++) await track(app, person, `Track ${n}`);
    const plain = await fetch(app.url + FEED, { headers: { 'accept-encoding': 'identity' } });
    const text = await plain.text();
    const etag = plain.headers.get('etag') ?? '';
    const conditional = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(app.url + FEED, { headers: conditional })).status).toBe(304);
    for (let tries = 0; tries < 2; tries++) {
      const packed = await fetch(app.url + FEED, { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(await packed.text()).toBe(text);
    }
    await callAction(fan, 'addLike', {
      like: { trackId: (JSON.parse(text).data as { id: string }[])[0]?.id },
    });
    expect((await fetch(app.url + FEED, { headers: conditional })).status).toBe(200);
  });
});

describe('a list cached for all accounts with one role', () => {
  it('shows every change to each of them, and e-mail addresses only to admins', async () => {
    const [moderator, other, admin] = [
      await actor(app, 'moderator'),
      await actor(app, 'moderator'),
      await actor(app, 'admin'),
    ];
    const person = await actor(app, 'user');
    const row = { id: person.accountId };
    const shownTo = async (who: Actor) => {
      const rows = (await feed(who, '/upload.php?action=getUsers')) as (typeof row & { email: unknown })[];
      return rows.find(({ id }) => id === row.id)?.email;
    };
    for (const email of ['first@example.org', 'second@example.org']) {
      await app.deps.db.updateTable('accounts').set({ email }).where('id', '=', row.id).execute();
      for (const who of [admin, moderator, admin, other])
        expect(await shownTo(who)).toBe(who === admin ? email : null);
    }
  });
});

describe('the cache', () => {
  const made = (text: string) => async () => readAnswer(text);
  const dataOf = async (answer: Promise<ReadAnswer>) => JSON.parse(String((await answer).json)).data;

  it('makes one answer for concurrent callers, and another when the version or the minute changes', async () => {
    let [version, makings] = [1, 0];
    const cache = createAnswerCache(() => String(version));
    const make = async () => readAnswer(++makings);
    const ask = (now = 0) => cache.recall('key', now, make);
    await Promise.all([ask(), ask(), ask()]);
    expect(makings).toBe(1);
    version = 2;
    await ask();
    expect(makings).toBe(2);
    await ask(61_000);
    expect(makings).toBe(3);
  });

  it('stays within its size and drops the oldest', async () => {
    const cache = createAnswerCache(() => 'same', 10_000);
    const text = 'x'.repeat(3000);
    for (const key of ['a', 'b', 'c', 'd']) await cache.recall(key, 0, made(text));
    expect(await dataOf(cache.recall('d', 0, made('anew')))).toBe(text);
    expect(await dataOf(cache.recall('a', 0, made('anew')))).toBe('anew');
  });

  it('does not share one caller’s refusal with others', async () => {
    const cache = createAnswerCache(() => 'same');
    const spent = cache.recall('key', 0, async () => {
      throw new Error('spent');
    });
    const other = cache.recall('key', 0, made('theirs'));
    await expect(spent).rejects.toThrow('spent');
    expect(await dataOf(other)).toBe('theirs');
  });

  it('does not cache failures', async () => {
    const cache = createAnswerCache(() => 'same');
    const failing = cache.recall('key', 0, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await dataOf(cache.recall('key', 0, made('yes')))).toBe('yes');
  });
});
