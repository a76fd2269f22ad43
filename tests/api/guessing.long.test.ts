// Guessing the secret of one account from many addresses: what counts, who is blocked and who is not.
import { afterEach, expect, test } from 'vitest';
import { createRateLimits } from '../../api/middleware/rateLimit.ts';
import { type Client, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { post, type WireReply } from '../support/server/wire.ts';

const PASSWORD = 'Correct-Horse-9';
const WRONG = 'Wrong-Horse-1';
/** Wrong secrets of one account per hour. */
const TRIES = 25;

let app: TestApp;
afterEach(() => app.close());

/** Calls choose their address; limits are those of the product. */
const open = async () => {
  app = await createTestApp({ env: { TRUST_PROXY: 'on', RATE_LIMIT_FACTOR: '1' } });
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const HOME = from('192.0.2.1');
let strangers = 0;
/** A new address. */
const elsewhere = () => {
  strangers++;
  return from(`198.51.${strangers >> 8}.${strangers & 255}`);
};

async function register(username: string): Promise<{ client: Client; recoveryCode: string }> {
  const client = visitor(app.url);
  const { json } = await post(client, 'register', { username, password: PASSWORD, isOver18: true }, HOME);
  return { client, ...(json.data as { recoveryCode: string }) };
}
const login = (username: string, password: string, headers = elsewhere()) =>
  post(visitor(app.url), 'login', { username, password }, headers);

interface Cookie {
  value: string;
  attributes: string;
}

/** Stores all cookies, and calls from another address each time. */
function browser() {
  const jar = new Map<string, Cookie>();
  const call = async (action: string, body: object): Promise<WireReply> => {
    const cookie = [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const reply = await fetch(`${app.url}/upload.php?action=${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...elsewhere() },
      body: JSON.stringify(body),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      jar.set(name, { value, attributes });
    }
    return { status: reply.status, headers: reply.headers, json: (await reply.json()) as WireReply['json'] };
  };
  const signIn = (username: string, password: string) => call('login', { username, password });
  return { jar, call, login: signIn };
}

async function times(count: number, call: () => Promise<WireReply>): Promise<WireReply[]> {
  const replies: WireReply[] = [];
  for (let index = 0; index < count; index++) replies.push(await call());
  return replies;
}
const codes = (replies: WireReply[]) => replies.map(({ json }) => json.code ?? 'success');
const wrong = (count: number) => Array(count).fill('wrong_credentials');
const limited = (count: number) => Array(count).fill('rate_limited');

test('refuses the 26th guess from any address, even if it is right, with the time to retry', async () => {
  await open();
  await register('Ziel');
  const replies = await times(TRIES + 3, () => login('ziel', WRONG));
  expect(codes(replies)).toEqual([...wrong(TRIES), ...limited(3)]);
  const right = await login('Ziel', PASSWORD);
  expect([right.status, right.json.code]).toEqual([429, 'rate_limited']);
  const seconds = Number(right.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(3000);
  expect(seconds).toBeLessThanOrEqual(3600);
});

test('100 concurrent guesses are no more than the limit', async () => {
  await open();
  await register('Ziel');
  const replies = await Promise.all(Array.from({ length: 100 }, () => login('Ziel', WRONG)));
  const received = codes(replies);
  // A busy server refunds tries whose password it did not check.
  expect(received.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(TRIES);
  expect(received).not.toContain('success');
  // Only refunded tries remain.
  const rest = TRIES - received.filter((code) => code === 'wrong_credentials').length;
  expect(codes(await times(rest + 2, () => login('Ziel', WRONG)))).toEqual([...wrong(rest), ...limited(2)]);
});

const recover = (code: string, newPassword: string, headers = elsewhere()) =>
  post(visitor(app.url), 'recoverAccount', { username: 'Ziel', recoveryCode: code, newPassword }, headers);

test('neither wrong passwords nor wrong codes of strangers block recovery', async () => {
  await open();
  const { recoveryCode } = await register('Ziel');
  await times(TRIES + 1, () => login('Ziel', WRONG));
  const strangerReplies = await times(TRIES + 5, () =>
    recover('00000-00000-00000-00000', 'Battery-Staple-8'),
  );
  expect(codes(strangerReplies)).toEqual(wrong(TRIES + 5));
  expect((await recover(recoveryCode, 'Battery-Staple-8')).status).toBe(200);
  const oneAddress = elsewhere();
  const guesses = await times(TRIES + 2, () =>
    recover('00000-00000-00000-00000', 'Battery-Staple-8', oneAddress),
  );
  expect(codes(guesses)).toEqual([...wrong(TRIES), ...limited(2)]);
});

test('wrong passwords of strangers do not block a browser that has signed in before, at any address', async () => {
  await open();
  await register('Ziel');
  const device = browser();
  expect((await device.login('Ziel', PASSWORD)).status).toBe(200);
  expect(device.jar.get('aural-device')?.attributes).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=34560000/);
  expect(device.jar.get('aural-device')?.value).not.toMatch(/ziel/i);
  await device.call('logout', {});
  await times(TRIES + 1, () => login('Ziel', WRONG));
  expect((await login('Ziel', PASSWORD)).status).toBe(429);
  expect((await device.login('Ziel', PASSWORD)).status).toBe(200);
  await device.call('logout', {});
  // It has no more guesses than other browsers.
  expect(codes(await times(TRIES + 1, () => device.login('Ziel', WRONG)))).toEqual([
    ...wrong(TRIES),
    'rate_limited',
  ]);
});

test('a device’s cookie ends with the password, is useless for other accounts, and is deleted on request', async () => {
  await open();
  const owner = browser();
  await owner.call('register', { username: 'Ziel', password: PASSWORD, isOver18: true });
  const thief = browser();
  await thief.login('Ziel', PASSWORD);
  await owner.call('changePassword', { password: PASSWORD, newPassword: 'Battery-Staple-8' });
  await owner.call('logout', {});
  await register('Anders');
  await times(TRIES, () => login('Ziel', WRONG));
  await times(TRIES, () => login('Anders', WRONG));
  expect((await thief.login('Ziel', 'Battery-Staple-8')).json.code).toBe('rate_limited');
  expect((await owner.login('Anders', PASSWORD)).json.code).toBe('rate_limited');
  expect((await owner.login('Ziel', 'Battery-Staple-8')).status).toBe(200);
  await owner.call('logout', { forgetDevice: true });
  expect(owner.jar.get('aural-device')?.value ?? '').toBe('');
  expect((await owner.login('Ziel', 'Battery-Staple-8')).json.code).toBe('rate_limited');
});

test('guesses from one stranger’s address leave tries for the owner on a new device', async () => {
  await open();
  await register('Ziel');
  const stranger = elsewhere();
  expect(codes(await times(12, () => login('Ziel', WRONG, stranger)))).toEqual([...wrong(10), ...limited(2)]);
  expect((await login('Ziel', PASSWORD)).status).toBe(200);
});

test('an unused name counts the same, so answers do not reveal whether it exists', async () => {
  await open();
  await register('Ziel');
  const known = await times(TRIES + 2, () => login('Ziel', WRONG));
  const unknown = await times(TRIES + 2, () => login('Niemand', WRONG));
  expect(codes(unknown)).toEqual([...wrong(TRIES), ...limited(2)]);
  expect(codes(unknown)).toEqual(codes(known));
  expect(unknown.map(({ status, json }) => [status, json.error])).toEqual(
    known.map(({ status, json }) => [status, json.error]),
  );
});

test('correct passwords do not count as guesses', async () => {
  await open();
  await register('Ziel');
  expect(codes(await times(TRIES * 2, () => login('Ziel', PASSWORD)))).toEqual(
    Array(TRIES * 2).fill('success'),
  );
  expect(codes(await times(TRIES + 1, () => login('Ziel', WRONG)))).toEqual([
    ...wrong(TRIES),
    'rate_limited',
  ]);
});

test('strangers who guess do not lock out the owner at a known address', async () => {
  await open();
  const { client } = await register('Ziel');
  const atWork = from('192.0.2.77');
  expect((await login('Ziel', PASSWORD, atWork)).status).toBe(200);
  await times(TRIES + 1, () => login('Ziel', WRONG));
  expect((await login('Ziel', PASSWORD)).status).toBe(429);
  expect((await login('Ziel', PASSWORD, HOME)).status).toBe(200);
  expect((await login('Ziel', PASSWORD, atWork)).status).toBe(200);
  // An open session is not locked out either.
  const change = { password: PASSWORD, newPassword: 'Battery-Staple-8' };
  expect((await post(client, 'changePassword', change, elsewhere())).status).toBe(200);
  // An address of the owner has no more guesses than others.
  const guesses = await times(TRIES + 1, () => login('Ziel', WRONG, atWork));
  expect(codes(guesses)).toEqual([...wrong(TRIES), 'rate_limited']);
  expect((await login('Ziel', 'Battery-Staple-8', HOME)).status).toBe(200);
});

test('an open session cannot guess passwords either', async () => {
  await open();
  const { client } = await register('Ziel');
  const change = { password: WRONG, newPassword: 'Battery-Staple-8' };
  const changes = await times(TRIES - 1, () => post(client, 'changePassword', change, elsewhere()));
  expect(codes(changes)).toEqual(wrong(TRIES - 1));
  const erase = (password: string) => post(client, 'deleteAccount', { password }, elsewhere());
  expect(codes(await times(2, () => erase(WRONG)))).toEqual(['wrong_credentials', 'rate_limited']);
  expect((await erase(PASSWORD)).json.code).toBe('rate_limited');
});

test('actions that ask for the password again count guesses', async () => {
  await open();
  const admin = await app.admin();
  const take = { trackTitle: 'None', username: 'nobody', ruleId: 'other' };
  const force = (password: string) => post(admin, 'forceDeleteTrack', { ...take, password }, elsewhere());
  expect(codes(await times(TRIES + 1, () => force(WRONG)))).toEqual([...wrong(TRIES), 'rate_limited']);
  expect((await force(PASSWORD)).json.code).toBe('rate_limited');
});

test('keeps the count and the known addresses, and logs it once, when the limit store fails', async () => {
  await open();
  await register('Ziel');
  const fails = () => {
    throw new Error('disk I/O error');
  };
  const logged: unknown[] = [];
  Object.assign(app.deps.log, { error: (_detail: object, message: string) => logged.push(message) });
  Object.assign(app.deps.limitStore, { prepare: fails, query: fails });
  expect((await login('Ziel', PASSWORD, HOME)).status).toBe(200);
  expect(codes(await times(TRIES + 1, () => login('Ziel', WRONG)))).toEqual([
    ...wrong(TRIES),
    'rate_limited',
  ]);
  expect((await login('Ziel', PASSWORD, HOME)).status).toBe(200);
  expect(logged).toEqual(['the store of rate limits failed; memory holds the counts']);
});

test('a restart keeps the counted guesses and the owner’s known addresses', async () => {
  await open();
  const { limitStore } = app.deps;
  const stranger = { account: 'somebody', session: null, device: null, address: 'far', isLongCode: false };
  const owner = { ...stranger, address: 'home' };
  const before = createRateLimits(1, limitStore);
  await before.trust('somebody', 'home');
  for (let count = 0; count < TRIES; count++) {
    await before.trySecret({ ...stranger, address: `far ${count}` }, async () => false);
  }
  const after = createRateLimits(1, limitStore);
  await expect(after.trySecret(stranger, async () => true)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await after.trySecret(owner, async () => true)).toBe(true);
});
