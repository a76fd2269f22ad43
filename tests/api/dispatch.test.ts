// Refusals before any action runs, and that every answer is JSON.
import { afterAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const stranger = visitor(app.url);
afterAll(() => app.close());

test.each([
  ['GET', '/upload.php?action=nope', 404, 'unknown_action'],
  ['GET', '/upload.php', 404, 'unknown_action'],
  ['POST', '/upload.php?action=__proto__', 404, 'unknown_action'],
  ['POST', '/upload.php?action=constructor', 404, 'unknown_action'],
  ['POST', '/upload.php?action=me', 405, 'method_not_allowed'],
  ['GET', '/upload.php?action=approveUpload', 405, 'method_not_allowed'],
  ['DELETE', '/upload.php?action=me', 405, 'method_not_allowed'],
  ['GET', '/audio/../aural.db', 404, 'not_found'],
  ['GET', '/audio/00000000000000000000000000000000.wav', 404, 'not_found'],
  ['GET', '/api/unknown', 404, 'not_found'],
])('answers %s %s with %i %s', async (method, path, status, code) => {
  const reply = await fetch(app.url + path, { method });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(await reply.json()).toMatchObject({ success: false, code });
});

test('serves the same calls under /aural', async () => {
  expect((await fetch(`${app.url}/aural/upload.php?action=getTracks`)).status).toBe(200);
});

test.each([
  ['{bad', 400, 'malformed_json'],
  ['"text"', 422, 'invalid_body'],
  ['[]', 422, 'invalid_body'],
  ['{"username":1,"password":[]}', 422, 'invalid_body'],
  ['{"username":"a\\ud800","password":"b"}', 422, 'invalid_body'],
  [`{"username":"${'x'.repeat(300_000)}"}`, 413, 'body_too_large'],
  ['['.repeat(100_000), 400, 'malformed_json'],
])('a body of %.20s is %i %s', async (body, status, code) => {
  const reply = await post(stranger, 'login', body);
  expect([reply.status, reply.json.code]).toEqual([status, code]);
  expect(JSON.stringify(reply.json)).not.toContain('.ts:');
});

test('refuses a body that is not declared as JSON', async () => {
  const reply = await post(stranger, 'login', '{}', { 'content-type': 'text/plain' });
  expect(reply.json.code).toBe('unsupported_media');
});

test('a visitor becomes a guest by the first write, and only if the write is valid', async () => {
  const person = visitor(app.url);
  expect((await get(person, 'me')).json.data).toBeNull();
  await post(person, 'getPowChallenge', { sha256: 'x', size: 1 });
  expect(person.cookie).toBe('');
  await post(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
  expect((await get(person, 'me')).json.data).toMatchObject({
    role: 'guest',
    isGuest: true,
    hasRecoveryCode: false,
    username: expect.stringMatching(/^anon_[a-z0-9]{6}$/),
  });
});

test('a refused registration leaves no account', async () => {
  const people = async () => (await app.deps.db.selectFrom('accounts').select('id').execute()).length;
  await app.admin();
  const before = await people();
  const wish = { username: 'Neuling', password: 'Kerzen-Licht-7', isOver18: true };
  const person = visitor(app.url);
  for (const [wrong, status] of [
    [{ isOver18: false }, 422],
    [{ username: 'x' }, 422],
    [{ password: 'Password1' }, 422],
    [{ username: 'CHIEF' }, 409],
  ] as const) {
    expect((await post(person, 'register', { ...wish, ...wrong })).status).toBe(status);
  }
  expect([await people(), person.cookie]).toEqual([before, '']);
  expect((await post(person, 'register', wish)).status).toBe(200);
  expect(await people()).toBe(before + 1);
  expect((await get(person, 'me')).json.data).toMatchObject({ username: 'Neuling', role: 'user' });
});

test('clears a cookie without a session and makes no new account for it', async () => {
  const person = { url: app.url, cookie: `aural=${'A'.repeat(43)}` };
  const reply = await post(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
  expect(reply.json.code).toBe('not_signed_in');
  expect(reply.headers.get('set-cookie')).toMatch(/^aural=;.*Max-Age=0/);
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
])('refuses a write with %o', async (headers) => {
  const reply = await post(visitor(app.url), 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 }, headers);
  expect([reply.status, reply.json.code]).toEqual([403, 'cross_site']);
});

test('accepts a bearer token instead of the cookie', async () => {
  const admin = await app.admin();
  const token = admin.cookie.split('=')[1];
  const reply = await fetch(`${app.url}/upload.php?action=me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await reply.json()).toMatchObject({ data: { role: 'admin' } });
});

test('answers a wrong name and a wrong password alike, and logout ends the session', async () => {
  const admin = await app.admin();
  const unknown = await post(stranger, 'login', { username: 'nobody', password: 'x' });
  const wrong = await post(stranger, 'login', { username: 'chief', password: 'x' });
  expect(unknown.json).toEqual(wrong.json);
  expect(wrong.status).toBe(401);
  const copy = { ...admin };
  expect((await post(admin, 'logout')).status).toBe(200);
  expect((await get(copy, 'me')).json.data).toBeNull();
});

test('the description of the API names every action', async () => {
  const reply = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: object };
  const production = describeApi({ demoMode: false, publicOrigin: null }).paths as object;
  for (const [name, action] of ACTIONS) {
    expect(`/api/actions/${name}` in reply.paths).toBe(true);
    expect(`/api/actions/${name}` in production).toBe(!action.demoOnly);
  }
});
