// Sessions of an account, ending them from another device, and moving to another browser with a phrase.
import { afterAll, expect, test } from 'vitest';
import type { MeView } from '../../api/contract/accounts.ts';
import { MOVE_MINUTES, MOVE_WORDS } from '../../api/contract/limits.ts';
import type { DeviceView, MoveView } from '../../api/contract/sessions.ts';
import { actor, track } from '../support/server/actors.ts';
import { type Client, callAction, visitor } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
afterAll(() => app.close());

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const devices = async (of: Client) => (await get(of, 'getDevices')).json.data as DeviceView[];
const whoIs = async (of: Client) => (await get(of, 'me')).json.data as MeView | null;
const phraseOf = async (of: Client) => callAction<MoveView>(of, 'startMove');
const move = (to: Client, phrase: string, more: object = {}) =>
  post(to, 'useMove', { phrase, ...more }, { 'user-agent': SAFARI });

test.each(['guest', 'user'] as const)(
  'a %s moves: one account in two browsers, each with its own session',
  async (role) => {
    const old = await actor(app, role);
    const { phrase, expiresAt } = await phraseOf(old);
    expect(phrase.split(' ')).toHaveLength(MOVE_WORDS);
    expect(Date.parse(expiresAt) - app.deps.now()).toBeLessThanOrEqual(MOVE_MINUTES * 60_000);
    expect((await get(old, 'getDevices')).json.moveUntil).toBe(expiresAt);
    const fresh = visitor(app.url);
    expect((await move(fresh, `  ${phrase.toUpperCase().replaceAll(' ', '-')} `)).status).toBe(200);
    expect(await whoIs(fresh)).toEqual(await whoIs(old));
    expect((await get(old, 'getDevices')).json.moveUntil).toBeUndefined();
    const seen = await devices(old);
    expect(seen).toHaveLength(2);
    expect(seen.find(({ isThis }) => !isThis)).toMatchObject({ browser: 'safari', system: 'iphone' });
    expect((await devices(fresh)).filter(({ isThis }) => isThis)).toEqual([
      expect.objectContaining({ browser: 'safari' }),
    ]);
  },
);

test('only the newest phrase works, once, for some minutes', async () => {
  const old = await actor(app, 'user');
  const refused = async (phrase: string) => {
    const { status, json } = await move(visitor(app.url), phrase);
    return [status, json.code];
  };
  const wrong = [401, 'move_phrase_wrong'];
  const first = await phraseOf(old);
  const second = await phraseOf(old);
  expect(await refused(first.phrase)).toEqual(wrong);
  expect((await move(visitor(app.url), second.phrase)).status).toBe(200);
  expect(await refused(second.phrase)).toEqual(wrong);
  const third = await phraseOf(old);
  await callAction(old, 'endMove');
  expect(await refused(third.phrase)).toEqual(wrong);
  const late = await phraseOf(old);
  app.advance(MOVE_MINUTES * 60_000 + 1);
  expect(await refused(late.phrase)).toEqual(wrong);
});

test('only one of two concurrent uses of a phrase succeeds', async () => {
  const old = await actor(app, 'user');
  const { phrase } = await phraseOf(old);
  const codes = await Promise.all(
    [1, 2, 3].map(async () => (await move(visitor(app.url), phrase)).json.code ?? 'in'),
  );
  expect(codes.toSorted()).toEqual(['in', 'move_phrase_wrong', 'move_phrase_wrong']);
});

test('the database contains no phrase, and of the browser only its name', async () => {
  const old = visitor(app.url);
  await post(
    old,
    'addLike',
    { like: { trackId: await track(app, await actor(app, 'user')) } },
    { 'user-agent': FIREFOX },
  );
  const { phrase } = await phraseOf(old);
  const stored = await everything(app);
  expect(stored).not.toContain(phrase);
  expect(stored).not.toContain('Gecko');
  expect(await devices(old)).toEqual([expect.objectContaining({ browser: 'firefox', system: 'android' })]);
});

test('blocks an address after 25 wrong phrases', async () => {
  const own = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const codes = new Set<string | undefined>();
    for (let guess = 0; guess < 25; guess++)
      codes.add((await move(visitor(own.url), `acorn ${guess}`)).json.code);
    expect([...codes]).toEqual(['move_phrase_wrong']);
    const { phrase } = await phraseOf(await actor(own, 'user'));
    const { status, headers } = await move(visitor(own.url), phrase);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  } finally {
    await own.close();
  }
});

test('asks a guest with content what to do, and keeps the phrase valid', async () => {
  const old = await actor(app, 'user');
  const { phrase } = await phraseOf(old);
  const guest = await actor(app, 'guest');
  const own = await track(app, guest, 'Of a guest');
  const asked = await move(guest, phrase);
  expect([asked.status, asked.json.code]).toEqual([409, 'guest_has_rows']);
  expect((await move(guest, phrase, { guestRows: 'keep' })).status).toBe(200);
  expect((await whoIs(guest))?.id).toBe(old.accountId);
  const tracks = (await get(old, 'getTracks', { user: old.accountId })).json.data as { id: string }[];
  expect(tracks.map(({ id }) => id)).toEqual([own]);
});

test('a session ended from another device is refused on its next request, with the reason once', async () => {
  const first = await actor(app, 'user');
  const second = visitor(app.url);
  await move(second, (await phraseOf(first)).phrase);
  const other = (await devices(first)).find(({ isThis }) => !isThis);
  await callAction(first, 'endDevice', { deviceId: other?.id });
  const cookie = second.cookie;
  for (const call of [
    () => get(second, 'getNotifications'),
    () => post(second, 'addFollow', { follow: {} }),
  ]) {
    const { status, json } = await call();
    expect([status, json.code]).toEqual([401, 'session_ended']);
  }
  // Public reads continue without an account and do not use up the message.
  expect((await get(second, 'getTracks')).status).toBe(200);
  expect(second.cookie).toBe(cookie);
  const reply = await get(second, 'me');
  expect([reply.json.data, reply.json.wasEnded]).toEqual([null, true]);
  expect(reply.headers.get('set-cookie')).toMatch(/^aural=;.*Max-Age=0/);
  const after = await get(visitor(app.url), 'me');
  expect(after.json.wasEnded).toBeUndefined();
  expect(await devices(first)).toHaveLength(1);
});

test('ends all other sessions of the account, not those of other accounts', async () => {
  const first = await actor(app, 'user');
  const rest = [visitor(app.url), visitor(app.url)];
  for (const each of rest) await move(each, (await phraseOf(first)).phrase);
  const stranger = await actor(app, 'user');
  const [theirs] = await devices(stranger);
  const foreign = await post(first, 'endDevice', { deviceId: theirs?.id });
  expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
  await callAction(first, 'endDevice', { deviceId: 'others' });
  expect(await Promise.all(rest.map(whoIs))).toEqual([null, null]);
  expect((await whoIs(first))?.id).toBe(first.accountId);
  expect((await whoIs(stranger))?.id).toBe(stranger.accountId);
});
