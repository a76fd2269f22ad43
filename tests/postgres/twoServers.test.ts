// Two servers on one PostgreSQL and one audio folder (X1, X4): concurrent decisions, keys and budgets count once, and
// listeners at one server receive the events of the other.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerEvents } from '../../api/contract/events.ts';
import { REFUSED_AT_TIMES_HARD, UPLOAD_LIMITS } from '../../api/contract/limits.ts';
import { exclusively, SMALL_COPIES_LOCK } from '../../api/db/jobLock.ts';
import { readSetting, writeSetting } from '../../api/db/settings.ts';
import { readEnv } from '../../api/env.ts';
import { BUDGETS, createRateLimits } from '../../api/middleware/rateLimit.ts';
import { listen } from '../support/browser/listen.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { capToken } from '../support/server/publish.ts';
import { recording } from '../support/server/testApp.ts';
import { createTransfer } from '../support/server/transfers.ts';
import { post, upload } from '../support/server/wire.ts';

const AT_ONCE = 100;

let home: Installation;
let one: OpenApp;
let other: OpenApp;

beforeAll(async () => {
  home = await createInstallation();
  [one, other] = await Promise.all([home.open(), home.open()]);
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await home.remove();
});

/** The same account at each server in turn. */
const inTurn = (who: Actor, count: number): Actor[] =>
  Array.from({ length: count }, (_, index) => ({ ...who, url: index % 2 === 0 ? one.url : other.url }));

/** Another pair of servers on the same database. */
const shared = () => ({
  DATABASE_URL: home.env.postgres?.url ?? '',
  DATA_DIRECTORY: home.env.dataDirectory,
  DATABASE_CONNECTIONS: '4',
});

const count = async (table: 'tracks' | 'likes' | 'comments' | 'audit_log', where: [string, string]) => {
  const rows = await one.deps.db
    .selectFrom(table)
    .selectAll()
    .where(where[0] as never, '=', where[1] as never)
    .execute();
  return rows.length;
};

test('100 concurrent approvals of one upload make one track and one entry of the audit log (X1)', async () => {
  const moderator = await actor(one, 'moderator');
  const owner = await actor(one, 'guest');
  const uploadId = await waitingUpload(one, owner, 'Once');
  const replies = await Promise.all(
    inTurn(moderator, AT_ONCE).map((who) => post(who, 'approveUpload', { uploadId, version: 1 })),
  );
  expect(replies.filter(({ json }) => json.success)).toHaveLength(1);
  expect(await count('tracks', ['upload_id', uploadId])).toBe(1);
  expect(await count('audit_log', ['target_id', uploadId])).toBe(1);
});

test('a server with the fewest connections writes while its hourly jobs and its small copies run', async () => {
  const fewest = await createInstallation({ ...shared(), DATABASE_CONNECTIONS: '3' });
  const app = await fewest.open();
  const { db } = app.deps;
  try {
    const write = () => writeSetting(db, 'fewest', 'written');
    await exclusively(db, () => exclusively(db, write, SMALL_COPIES_LOCK));
    expect(await readSetting(db, 'fewest')).toBe('written');
  } finally {
    await app.close();
    await fewest.remove();
  }
  expect(() => readEnv({ DATABASE_CONNECTIONS: '2' })).toThrow('from 3 to 500');
});

test('100 concurrent redemptions of one solved challenge succeed once (X1)', async () => {
  const owner = await actor(one, 'guest');
  const bytes = recording();
  const capTokenOnce = await capToken(owner, bytes);
  const replies = await Promise.all(
    inTurn(owner, AT_ONCE).map((who) => createTransfer(who, bytes, { capToken: capTokenOnce })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  // Busy says nothing about the ticket: a client may retry, in vain.
  const codes = new Set(replies.filter(({ status }) => status !== 201).map(({ json }) => json.code));
  codes.delete('busy');
  expect([...codes]).toEqual(['cap_token_used']);
  const rows = await one.deps.db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('100 concurrent requests over a limit at both servers get exactly what it allows (X1)', async () => {
  // The product's budgets, counted by both servers.
  const [first, second] = [one.deps.limitStore, other.deps.limitStore].map((store) =>
    createRateLimits(1, store),
  );
  if (!first || !second) throw new Error('two servers');
  for (const kind of ['comment', 'write', 'auth', 'ticket', 'upload', 'guest'] as const) {
    const { points } = BUDGETS[kind];
    const caller = `breaker of ${kind}`;
    for (let spent = 0; spent < points - 1; spent += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, points - 1 - spent) }, () => first.consume(kind, caller)),
      );
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => (index % 2 ? first : second).consume(kind, caller)),
    );
    expect([kind, outcomes.filter(({ status }) => status === 'fulfilled').length]).toEqual([kind, 1]);
  }
  const guess = { account: 'somebody', session: null, device: null, isLongCode: false };
  let looked = 0;
  const guesses = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, index) =>
      (index % 2 ? first : second).trySecret({ ...guess, address: `far ${index}` }, async () => {
        looked++;
        return false;
      }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(BUDGETS.secret.points);
  expect(looked).toBe(BUDGETS.secret.points);
});

test('100 concurrent comments at both servers succeed once within a budget of one in five seconds (X1)', async () => {
  const strict = await createInstallation({ ...shared(), RATE_LIMIT_FACTOR: '1' });
  const apps = await Promise.all([strict.open(), strict.open()]);
  try {
    const owner = await actor(one, 'guest');
    const fan = await actor(one, 'guest');
    const trackId = await track(one, owner, 'Crowded');
    const started = performance.now();
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        post({ ...fan, url: apps[index % 2]?.url ?? '' }, 'addComment', { trackId, content: `No. ${index}` }),
      ),
    );
    // A slow machine may need more than one window of five seconds for all of them.
    const windows = 1 + Math.floor((performance.now() - started) / 5000);
    const accepted = replies.filter(({ json }) => json.success).length;
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(windows);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(AT_ONCE - accepted);
    expect(await count('comments', ['track_id', trackId])).toBe(accepted);
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await strict.remove();
  }
});

test('one key of a write, sent 30 times to both servers, makes one comment (X4)', async () => {
  const owner = await actor(one, 'guest');
  const fan = await actor(one, 'guest');
  const trackId = await track(one, owner, 'Keyed');
  const headers = { 'Idempotency-Key': randomUUID() };
  await Promise.all(
    inTurn(fan, 30).map((who) => post(who, 'addComment', { trackId, content: 'Once' }, headers)),
  );
  expect(await count('comments', ['track_id', trackId])).toBe(1);
});

test('60 concurrent likes of one track at both servers give exact counters (X4)', async () => {
  const owner = await actor(one, 'guest');
  const trackId = await track(one, owner, 'Loved');
  const fans: Actor[] = [];
  for (let index = 0; index < 60; index++) fans.push(await actor(one, 'guest'));
  const replies = await Promise.all(
    fans.map((fan, index) =>
      post({ ...fan, url: index % 2 ? one.url : other.url }, 'addLike', { like: { trackId } }),
    ),
  );
  const done = replies.filter(({ json }) => json.success).length;
  expect(await count('likes', ['track_id', trackId])).toBe(done);
  const row = await one.deps.db
    .selectFrom('tracks')
    .select('likes')
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow();
  expect(row.likes).toBe(done);
  expect(done).toBe(60);
});

/** Sends the whole file in one request, to each server in turn. */
const sendTo = (index: number, fields: Record<string, string>, bytes: Buffer) =>
  upload((index % 2 ? one : other).url, fields, { bytes });

test('one ticket and file sent concurrently to both servers make one upload (X4)', async () => {
  const owner = await actor(one, 'guest');
  const bytes = recording();
  const ticket = await capToken(owner, bytes);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) => sendTo(index, { capToken: ticket, title: 'Once' }, bytes)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const codes = new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.code));
  codes.delete('busy');
  expect([...codes]).toEqual(['cap_token_used']);
  const rows = await one.deps.db
    .selectFrom('uploads')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('concurrent uploads of one account at both servers stop at its limit (X4)', async () => {
  const owner = await actor(one, 'guest');
  const allowed = REFUSED_AT_TIMES_HARD * UPLOAD_LIMITS.hard.per30Minutes;
  const files = Array.from({ length: 2 * allowed }, (_, index) => recording(3 + index));
  const tickets: string[] = [];
  for (const bytes of files) tickets.push(await capToken(owner, bytes));
  const replies = await Promise.all(
    files.map((bytes, index) =>
      sendTo(index, { capToken: tickets[index] ?? '', title: `No. ${index}` }, bytes),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(allowed);
  const codes = new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.code));
  expect([...codes]).toEqual(['rate_limited']);
});

test('a listener at one server receives events of the other', async () => {
  const owner = await actor(one, 'guest');
  const fan = await actor(one, 'guest');
  const listener = await listen({ ...owner, url: other.url });
  const trackId = await track(one, owner, 'Heard');
  // A like within a second of the insertion would be sent with it, as one hint to read the row again.
  await listener.untilHint<ServerEvents['tracksChanged']>('tracksChanged', ({ trackIds }) =>
    trackIds.includes(trackId),
  );
  await post(fan, 'addLike', { like: { trackId } });
  const events = await listener.until(1);
  expect(events.map(({ name }) => name)).toContain('notification');
  await listener.untilHint<ServerEvents['countersChanged']>('countersChanged', ({ tracks }) =>
    tracks.some(({ id, likes }) => id === trackId && likes === 1),
  );
  listener.close();
});
