// A clock that is wrong for a while, at start and while the server runs.
import { afterEach, expect, test } from 'vitest';
import { createClock } from '../../api/clock.ts';
import { actor, track } from '../support/server/actors.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Wall clock and monotonic clock, moved by the test. */
function twoClocks() {
  const time = { wall: 1_700_000_000_000, monotonic: 5000 };
  const pass = (milliseconds: number) => {
    time.wall += milliseconds;
    time.monotonic += milliseconds;
  };
  const now = createClock({ wall: () => time.wall, monotonic: () => time.monotonic });
  return { time, pass, now };
}

test('the clock follows time, and small corrections at once', () => {
  const { time, pass, now } = twoClocks();
  expect(now()).toBe(time.wall);
  pass(3 * DAY);
  expect(now()).toBe(time.wall);
  time.wall += 4 * MINUTE;
  expect(now()).toBe(time.wall);
  time.wall -= 4 * MINUTE;
  expect(now()).toBe(time.wall);
});

test.each([40 * DAY, -40 * DAY, 6 * MINUTE, -6 * MINUTE])(
  'ignores a jump of %i ms that lasts for seconds',
  (jump) => {
    const { time, pass, now } = twoClocks();
    const start = now();
    time.wall += jump;
    expect(now()).toBe(start);
    pass(4000);
    expect(now()).toBe(start + 4000);
    time.wall -= jump;
    expect(now()).toBe(start + 4000);
    expect(now()).toBe(time.wall);
  },
);

test('accepts a new time after it holds for ten minutes', () => {
  const { time, pass, now } = twoClocks();
  const start = now();
  time.wall += DAY;
  now();
  pass(9 * MINUTE);
  expect(now()).toBe(start + 9 * MINUTE);
  pass(MINUTE);
  expect(now()).toBe(start + DAY + 10 * MINUTE);
  pass(MINUTE);
  expect(now()).toBe(time.wall);
});

test('never accepts a clock that keeps jumping', () => {
  const { time, pass, now } = twoClocks();
  const start = now();
  for (let minutes = 1; minutes <= 30; minutes++) {
    time.wall += DAY;
    pass(MINUTE);
    expect(now()).toBe(start + minutes * MINUTE);
  }
});

let app: TestApp | undefined;
afterEach(() => app?.close());

test('refuses a session that a wrong clock makes too old, but keeps it valid', async () => {
  app = await createTestApp();
  const person = await actor(app, 'guest');
  const trackId = await track(app, await actor(app, 'user'));
  const ours = person.cookie;
  app.advance(400 * DAY);
  const read = await get(person, 'me');
  expect(read.json.data).toBeNull();
  const write = await post(person, 'addLike', { like: { trackId } });
  expect([write.status, read.headers.get('set-cookie'), write.headers.get('set-cookie')]).toEqual([
    401,
    null,
    null,
  ]);
  expect(person.cookie).toBe(ours);
  app.advance(-400 * DAY);
  expect((await post(person, 'addLike', { like: { trackId } })).status).toBe(200);
});

test('clears the cookie of a deleted session', async () => {
  app = await createTestApp();
  const person = await actor(app, 'guest');
  await app.deps.db.deleteFrom('sessions').where('account_id', '=', person.accountId).execute();
  expect((await get(person, 'me')).headers.get('set-cookie')).toMatch(/^aural=; .*Max-Age=0/);
});
