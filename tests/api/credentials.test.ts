// Checks before registration and ways back in: name, password rules, recovery code.
import { createRequire } from 'node:module';
import { afterEach, expect, test } from 'vitest';
import { hashPassword } from '../../api/accounts/passwords.ts';
import { passwordProblem } from '../../api/accounts/rules.ts';
import { BUDGETS } from '../../api/middleware/rateLimit.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let app: TestApp;
afterEach(() => app.close());
const open = async (env: Record<string, string> = {}) => {
  app = await createTestApp({ env });
};

const register = async (username: string) => {
  const client = visitor(app.url);
  const { json } = await post(client, 'register', { username, password: PASSWORD, isOver18: true });
  return { client, ...(json.data as { me: { id: string }; recoveryCode: string }) };
};
const login = (username: string, password: string) => post(visitor(app.url), 'login', { username, password });
const recover = (username: string, recoveryCode: string, newPassword = 'Other-Horse-8') =>
  post(visitor(app.url), 'recoverAccount', { username, recoveryCode, newPassword });
const problemOf = async (username: string, client = visitor(app.url)) =>
  (await get(client, 'checkUsername', { username })).json.data;
const renew = (client: ReturnType<typeof visitor>, password: string) =>
  post(client, 'renewRecoveryCode', { password });

test('checkUsername answers the same as register (row 52)', async () => {
  await open({ ADMIN_USERNAME: 'Hausherrin', ADMIN_PASSWORD: PASSWORD });
  await register('Lilie');
  const names = [
    'Rose_7',
    'Lilie',
    'lILIE',
    'ab',
    'x'.repeat(21),
    'Zwei Worte',
    'Käthe',
    'anon_123456',
    'Du',
  ];
  for (const name of [...names, 'root_admin', 'hausherrin']) {
    const { json } = await post(visitor(app.url), 'register', {
      username: name,
      password: 'x',
      isOver18: true,
    });
    // If the name is free, registration fails because of the password.
    const expected = json.field === 'username' ? json.issue : null;
    const problem = await problemOf(name);
    if (/^lilie$/i.test(name)) expect(problem).toEqual({ problem: 'taken' });
    else expect({ name, problem }).toEqual({ name, problem: { problem: expected } });
  }
});

test('an old username is taken for others and free for its previous owner (row 52)', async () => {
  await open();
  const { client, me } = await register('Lilie');
  await callAction(client, 'updateUser', { userId: me.id, updates: { username: 'Rose' } });
  expect(await problemOf('lilie')).toEqual({ problem: 'taken' });
  expect(await problemOf('lilie', client)).toEqual({ problem: null });
  expect(await problemOf('rose', client)).toEqual({ problem: null });
});

test('the username of a hidden profile is taken, without further details (row 52)', async () => {
  await open();
  const { client, me } = await register('Lilie');
  await callAction(client, 'updateUser', {
    userId: me.id,
    updates: { preferences: { privacy: { publicProfile: false } } },
  });
  expect((await get(visitor(app.url), 'checkUsername', { username: 'Lilie' })).json).toEqual({
    success: true,
    data: { problem: 'taken' },
  });
});

test('name checks have a limit per address that does not affect sign-in (row 52)', async () => {
  await open({ RATE_LIMIT_FACTOR: '1' });
  await register('Lilie');
  const person = await register('Rose');
  const ask = (client = visitor(app.url)) => get(client, 'checkUsername', { username: 'Lilie' });
  for (let index = 0; index < BUDGETS.name.points; index++) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
  // An account does not get around the limit.
  expect((await ask(person.client)).status).toBe(429);
  expect((await login('Lilie', PASSWORD)).status).toBe(200);
});

test('the list of common passwords is exactly the set the server refuses (row 52)', async () => {
  await open();
  const { data } = (await get(visitor(app.url), 'getCommonPasswords')).json;
  const listed = new Set(data as string[]);
  expect(listed.has('abcdefg1')).toBe(true);
  expect(passwordProblem('Abcdefg1')?.issue).toBe('too_common');
  const all = createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json') as string[];
  const wrong = all.filter((password) => {
    const capital = password.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
    const isRefused = [password, capital, password.toUpperCase()].some(
      (each) => passwordProblem(each)?.issue === 'too_common',
    );
    return isRefused !== listed.has(password);
  });
  expect(wrong).toEqual([]);
});

test('each password rule has its own code (row 52)', async () => {
  await open();
  const cases = [
    ['Ab1-efg', 'too_short'],
    ['abcdefgh', 'too_simple'],
    ['abcdefg1', 'too_simple'],
    ['Abcdefg1', 'too_common'],
    ['Abcdefg1'.padEnd(257, 'x'), 'too_long'],
  ];
  for (const [password, issue] of cases) {
    const { status, json } = await post(visitor(app.url), 'register', {
      username: 'Lilie',
      password,
      isOver18: true,
    });
    expect([status, json.field, json.issue]).toEqual([422, 'password', issue]);
  }
});

test('an account created by an admin gets a recovery code, which resets the password (row 53)', async () => {
  await open();
  const admin = await withPassword(app, await actor(app, 'admin'));
  await post(admin, 'addUser', { user: { username: 'Gemacht', password: PASSWORD } });
  const client = visitor(app.url);
  const { json } = await post(client, 'login', { username: 'Gemacht', password: PASSWORD });
  expect(json.data).toMatchObject({ username: 'Gemacht', hasRecoveryCode: false });
  const given = await renew(client, PASSWORD);
  expect(given.json.data).toMatchObject({ me: { username: 'Gemacht', hasRecoveryCode: true } });
  const { recoveryCode } = given.json.data as { recoveryCode: string };
  expect((await recover('Gemacht', recoveryCode)).status).toBe(200);
  expect((await login('Gemacht', PASSWORD)).json.code).toBe('wrong_credentials');
  expect((await login('Gemacht', 'Other-Horse-8')).status).toBe(200);
});

test('a new recovery code replaces the old one and keeps the session (row 53)', async () => {
  await open();
  const { client, recoveryCode } = await register('Lilie');
  const next = (await renew(client, PASSWORD)).json.data as { recoveryCode: string };
  expect(next.recoveryCode).not.toBe(recoveryCode);
  expect((await get(client, 'me')).json.data).toMatchObject({ username: 'Lilie' });
  expect((await recover('Lilie', recoveryCode)).json.code).toBe('wrong_credentials');
  expect((await recover('Lilie', next.recoveryCode)).status).toBe(200);
});

test('refuses a recovery code without the right password and for guests, and counts guesses (row 53)', async () => {
  await open({ RATE_LIMIT_FACTOR: '1' });
  const guest = await actor(app, 'guest');
  expect((await renew(guest, PASSWORD)).json.code).toBe('wrong_credentials');
  const { client, recoveryCode } = await register('Lilie');
  for (let index = 0; index < BUDGETS.secret.points; index++)
    expect((await renew(client, 'Wrong-Horse-1')).json.code).toBe('wrong_credentials');
  expect((await renew(client, PASSWORD)).json.code).toBe('rate_limited');
  expect((await recover('Lilie', recoveryCode)).status).toBe(200);
});

test.each([
  ['renewRecoveryCode', { password: PASSWORD }],
  ['changePassword', { password: PASSWORD, newPassword: 'Third-Horse-7' }],
])('%s fails if the password changes meanwhile (row 53)', async (action, body) => {
  await open();
  const { client, me, recoveryCode } = await register('Lilie');
  const otherHash = await hashPassword('Other-Horse-8');
  // The check of the password queues behind these; the password changes while they run.
  const ahead = Array.from({ length: 16 }, (_none, index) => hashPassword(`${index}`));
  const reply = post({ ...client }, action, body);
  await ahead[8];
  const { db } = app.deps;
  await db.updateTable('accounts').set({ password_hash: otherHash }).where('id', '=', me.id).execute();
  expect((await reply).json.code).toBe('wrong_credentials');
  expect((await login('Lilie', 'Other-Horse-8')).status).toBe(200);
  expect((await recover('Lilie', recoveryCode)).status).toBe(200);
});

test('changing the password ends all other sessions (row 53)', async () => {
  await open();
  const { client } = await register('Lilie');
  const other = visitor(app.url);
  await post(other, 'login', { username: 'Lilie', password: PASSWORD });
  expect((await get(other, 'me')).json.data).toMatchObject({ username: 'Lilie' });
  await post(client, 'changePassword', { password: PASSWORD, newPassword: 'Other-Horse-8' });
  expect((await get(client, 'me')).json.data).toMatchObject({ username: 'Lilie' });
  expect((await get(other, 'me')).json.data).toBeNull();
});
