// Statistics per day in the viewer's time zone, including deleted content (row 49).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount, registerGuest } from '../../api/accounts/store.ts';
import type { StatisticsView, SubjectCounts } from '../../api/contract/statistics.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { localDays } from '../../api/statistics/days.ts';
import { countPlay } from '../../api/tracks/store.ts';
import { type Actor, actor, like, report, track } from '../support/server/actors.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const HOUR_MS = 3600 * 1000;
/** A Wednesday after Berlin left daylight saving time (on the 25th). */
const NOW = Date.parse('2026-10-28T10:00:00Z');
const NOTHING: SubjectCounts = {
  plays: 0,
  tracks: 0,
  likes: 0,
  comments: 0,
  users: 0,
  guests: 0,
  reports: 0,
};

let app: TestApp;
let moderator: Actor;

beforeAll(async () => {
  app = await createTestApp({ deps: { now: () => NOW } });
  moderator = await actor(app, 'moderator');
  await fixture();
});
afterAll(() => app.close());

async function statistics(query: Record<string, string>): Promise<StatisticsView> {
  const { json } = await get(moderator, 'getStatistics', query);
  return json.data as StatisticsView;
}

const at = (time: string) => Date.parse(time);

/** Guests, a registration, a recording with plays, reactions and comments; most are deleted again. */
async function fixture() {
  const { db } = app.deps;
  const owner = await insertAccount(db, { username: 'owner', role: 'user' }, at('2026-10-20T08:00:00Z'));
  const guests: string[] = [];
  // In Berlin: twice the 24th, once the 25th (before the change at 3:00), once the 26th.
  for (const [index, time] of [
    '2026-10-23T22:00:00Z',
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
  ].entries()) {
    guests.push(await insertAccount(db, { username: `anon_${index}`, role: 'guest' }, at(time)));
  }
  const registering = { username: 'Registered', passwordHash: 'x', recoveryHash: 'y', email: null };
  await registerGuest(db, guests[0] ?? '', registering, at('2026-10-27T12:00:00Z'));
  const person: Actor = { url: app.url, cookie: '', accountId: owner, username: 'owner' };
  const heard = await track(app, person);
  for (const listener of guests) await countPlay(db, heard, listener, at('2026-10-26T12:00:00Z'));
  // Repeated listening counts as one play; half an hour later it is another.
  await countPlay(db, heard, guests[1] ?? '', at('2026-10-26T12:10:00Z'));
  await countPlay(db, heard, guests[1] ?? '', at('2026-10-27T22:45:00Z'));
  const comment = { track_id: heard, content: 'Hm', likes: 0, created_at: at('2026-10-25T23:30:00Z') };
  for (const account_id of guests.slice(1)) {
    await db
      .insertInto('comments')
      .values({ id: randomUUID(), account_id, ...comment })
      .execute();
  }
  await like(app, person, heard, person);
  await report(app, person, heard);
  await db.transaction().execute((tx) => eraseAccount(tx, guests[3] ?? '', NOW));
}

test('days of a zone equal the fixture exactly, including deleted content (row 49)', async () => {
  const { days } = await statistics({ days: '7', zone: 'Europe/Berlin' });
  const noted = Object.fromEntries(days.map(({ date, ...counts }) => [date, counts]));
  expect(noted).toEqual({
    '2026-10-22': NOTHING,
    '2026-10-23': NOTHING,
    '2026-10-24': { ...NOTHING, guests: 2 },
    '2026-10-25': { ...NOTHING, guests: 1 },
    '2026-10-26': { ...NOTHING, guests: 1, plays: 4, comments: 3 },
    '2026-10-27': { ...NOTHING, plays: 1, users: 1 },
    '2026-10-28': { ...NOTHING, tracks: 1, likes: 1, reports: 1, users: 1 },
  });
});

test('another zone has other days; the default is UTC (row 49)', async () => {
  const guests = async (query: Record<string, string>) =>
    (await statistics({ days: '7', ...query })).days.flatMap(({ date, guests: n }) => (n ? [[date, n]] : []));
  expect(await guests({})).toEqual([
    ['2026-10-23', 1],
    ['2026-10-24', 2],
    ['2026-10-25', 1],
  ]);
  expect(await guests({ zone: 'Asia/Tokyo' })).toEqual([
    ['2026-10-24', 1],
    ['2026-10-25', 2],
    ['2026-10-26', 1],
  ]);
});

test('answers current totals and everything that ever happened (row 49)', async () => {
  const { allTime, happened, days } = await statistics({ days: '365', zone: 'Europe/Berlin' });
  expect(days).toHaveLength(365);
  expect(days.at(-1)?.date).toBe('2026-10-28');
  expect(happened).toEqual({
    plays: 5,
    tracks: 1,
    likes: 1,
    comments: 3,
    // The moderator is one of them.
    users: 3,
    guests: 4,
    reports: 1,
  });
  expect(allTime).toMatchObject({ users: 5, guests: 2, comments: 2, tracks: 1, likes: 1, plays: 5 });
});

test('refuses an unknown zone (row 49)', async () => {
  for (const zone of ['Mars/Olympus', '', 'x'.repeat(65)]) {
    const { status, json } = await get(moderator, 'getStatistics', { zone });
    expect([status, json.code]).toEqual([422, 'invalid_body']);
    expect(json.error).toMatch(/^zone must/);
  }
});

test('counts late entries of a finished day on the next request (row 49)', async () => {
  const asked = { days: '7', zone: 'Europe/Berlin' };
  const plays = async () => (await statistics(asked)).days.map(({ date, plays: n }) => `${date}: ${n}`);
  const before = await plays();
  expect(await plays()).toEqual(before);
  expect(before).toContain('2026-10-26: 4');
  const person = await actor(app, 'user');
  const heard = await track(app, person);
  await countPlay(app.deps.db, heard, person.accountId, at('2026-10-26T12:00:00Z'));
  expect(await plays()).toContain('2026-10-26: 5');
  // A year contains days that the week did not cover; only those are counted.
  const year = (await statistics({ ...asked, days: '365' })).days;
  expect(year).toHaveLength(365);
  expect(year.slice(-7)).toEqual((await statistics(asked)).days);
});

test('a removed and repeated like counts twice, a duplicate one not at all (row 49)', async () => {
  const person = await actor(app, 'user');
  const id = await track(app, person);
  const before = (await statistics({})).happened.likes;
  const give = async () =>
    (await post(person, 'addLike', { like: { trackId: id } })).json.data as { id: string };
  const first = await give();
  await give();
  await post(person, 'removeLike', { likeId: first.id });
  await give();
  expect((await statistics({})).happened.likes).toBe(before + 2);
});

test('a day lasts as long as its zone’s clock says', () => {
  const hours = (now: string, zone: string) =>
    localDays(3, at(now), zone).map(({ date, from, until }) => [date, (until - from) / HOUR_MS]);
  expect(hours('2026-10-26T12:00:00Z', 'Europe/Berlin')).toEqual([
    ['2026-10-24', 24],
    ['2026-10-25', 25],
    ['2026-10-26', 24],
  ]);
  expect(hours('2026-03-30T12:00:00Z', 'Europe/Berlin')[1]).toEqual(['2026-03-29', 23]);
  // Where daylight saving time begins at midnight, the day begins at one.
  expect(hours('2026-04-25T12:00:00Z', 'Africa/Cairo')).toEqual([
    ['2026-04-23', 24],
    ['2026-04-24', 23],
    ['2026-04-25', 24],
  ]);
  expect(hours('2026-10-26T12:00:00Z', 'Asia/Kathmandu').map(([, length]) => length)).toEqual([24, 24, 24]);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const days = localDays(90, NOW, zone);
    expect(new Set(days.map(({ date }) => date)).size, zone).toBe(90);
    for (const [index, day] of days.entries())
      expect(days[index + 1]?.from ?? day.until, zone).toBe(day.until);
    expect(days.at(-1)?.from, zone).toBeLessThanOrEqual(NOW);
    expect(days.at(-1)?.until, zone).toBeGreaterThan(NOW);
  }
});
