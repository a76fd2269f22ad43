// The two tiers of upload limits and the request limits: which uploads are flagged, sent to review, or refused.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addressBlock, addressSite, createRateLimits } from '../../api/middleware/rateLimit.ts';
import { countUploads } from '../../api/uploads/countQueries.ts';
import { refuseAboveCeiling } from '../../api/uploads/policy.ts';
import { assess, reviewReason, waitsForReview } from '../../api/uploads/rules.ts';
import { createTestApp } from '../support/server/testApp.ts';

const app = await createTestApp();
afterAll(() => app.close());

const MINUTE_MS = 60_000;
/** Noon, so that no test crosses midnight. */
const NOON = Date.UTC(2026, 5, 1, 12);
const UPLOAD = {
  seconds: 60,
  gender: 'Female',
  consentAt: null,
  asksForReview: false,
  openReports: 0,
  known: null,
} as const;

/** An account with uploads at the given minutes before noon. */
async function uploader(
  minutesAgo: number[],
  seconds = 60,
  deviceKey: string | null = null,
): Promise<string> {
  const accountId = randomUUID();
  for (const minutes of minutesAgo) {
    await app.deps.db
      .insertInto('upload_events')
      .values({
        id: randomUUID(),
        account_id: accountId,
        device_key: deviceKey,
        file_key: randomUUID(),
        seconds,
        created_at: NOON - minutes * MINUTE_MS,
      })
      .execute();
  }
  return accountId;
}

const count = (accountId: string, deviceKey: string | null = null, sameKeys = ['none']) =>
  countUploads(app.deps.db, { accountId, deviceKey, addressKey: null, siteKey: null, sameKeys }, NOON);

test.each<[minutesAgo: number[], flags: string[], needsPerson: boolean]>([
  [[], [], false],
  [[31], [], false],
  [[29], ['frequency'], false],
  [[29, 40], ['frequency', 'daily'], false],
  [[5, 10, 20], ['frequency', 'daily'], true],
  [[60, 120, 180, 240, 300], ['daily'], true],
  [[13 * 60, 14 * 60], [], false],
])(
  'uploads %o minutes ago give the flags %o and need a manual review: %s (row 37)',
  async (minutesAgo, flags, needsPerson) => {
    const assessment = assess(await count(await uploader(minutesAgo)), UPLOAD);
    expect(assessment).toEqual({ flags, needsPerson });
  },
);

test('the same device counts across accounts', async () => {
  await uploader([5], 60, 'phone');
  const other = await uploader([]);
  expect((await count(other, 'phone')).last30Minutes).toBe(1);
  expect((await count(other, null)).last30Minutes).toBe(0);
});

test('audio minutes include those of this upload (row 37)', async () => {
  const accountId = await uploader([60], 50 * 60);
  const counts = await count(accountId);
  expect(assess(counts, { ...UPLOAD, seconds: 9 * 60 }).flags).toEqual([]);
  expect(assess(counts, { ...UPLOAD, seconds: 11 * 60 }).flags).toEqual(['minutes']);
});

test('flags the third identical file (row 37)', async () => {
  const none = { last30Minutes: 0, today: 0, audioMinutesToday: 0 };
  const nobody = { ...none, windowMoves: 0, dayEnds: 0 };
  const counts = { ...none, fromAddress: nobody, fromSite: nobody, retryAt: 0 };
  expect(assess({ ...counts, identical: 1 }, UPLOAD).flags).toEqual([]);
  expect(assess({ ...counts, identical: 2 }, UPLOAD).flags).toEqual(['identical']);
  expect(assess({ ...counts, identical: 4 }, UPLOAD).needsPerson).toBe(true);
});

test('refuses uploads above twice the hard tier until the window has moved', async () => {
  const five = await count(await uploader([1, 2, 3, 4, 5]));
  expect(() => refuseAboveCeiling(five, NOON)).not.toThrow();
  const six = await count(await uploader([1, 2, 3, 4, 5, 6]));
  expect(() => refuseAboveCeiling(six, NOON)).toThrow(
    expect.objectContaining({ code: 'rate_limited', headers: { 'Retry-After': String(24 * 60) } }),
  );
});

test.each<
  [
    flags: ('frequency' | 'long')[],
    needsPerson: boolean,
    autoApprove: boolean,
    policy: 'all' | 'flagged',
    waits: boolean,
  ]
>([
  [[], false, false, 'all', true],
  [[], false, false, 'flagged', false],
  [['frequency'], false, false, 'flagged', true],
  [['frequency'], false, true, 'all', false],
  [['long'], true, true, 'flagged', true],
])(
  'flags %o, person %s, auto %s, policy %s: waits %s',
  (flags, needsPerson, autoApprove, reviewPolicy, waits) => {
    const unknown = { setting: 'auto', cleanApprovals: 0 } as const;
    const modes = { autoApprove, reviewPolicy };
    expect(waitsForReview({ flags, needsPerson }, modes, unknown)).toBe(waits);
  },
);

test('the reason is the specified sentence (row 37)', () => {
  expect(reviewReason([])).toBe('Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.');
  expect(reviewReason(['frequency', 'daily'])).toBe(
    'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen',
  );
});

test('a budget allows n, refuses the next with Retry-After, and 100 concurrent requests exceed it by none', async () => {
  const limits = createRateLimits(1, app.deps.limitStore);
  const tries = await Promise.allSettled(
    Array.from({ length: 160 }, () => limits.consume('auth', 'somebody')),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  await expect(limits.consume('auth', 'somebody')).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  });
  await expect(limits.consume('auth', 'somebody else')).resolves.toBeUndefined();
});

test('a clock set back an hour delays no one, and a budget uses the server’s clock', async () => {
  let at = NOON;
  const limits = createRateLimits(1, app.deps.limitStore, () => at);
  const refused = () =>
    limits.consume('comment', 'writer').then(
      () => null,
      (error: unknown) => error,
    );
  expect(await refused()).toBeNull();
  expect(await refused()).toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '5' } });
  at -= 3600_000;
  expect(await refused()).toBeNull();
  expect(await refused()).toMatchObject({ headers: { 'Retry-After': '5' } });
  at += 5000;
  expect(await refused()).toBeNull();
  await limits.charge('query', 'reader', 30_000);
  await expect(limits.refuseSpent('query', 'reader')).rejects.toMatchObject({ code: 'rate_limited' });
  at -= 3600_000;
  await limits.refuseSpent('query', 'reader');
});

test('a server whose clock is seconds behind does not start a used-up budget again', async () => {
  let at = NOON;
  const limits = createRateLimits(1, app.deps.limitStore, () => at);
  await limits.consume('comment', 'of two servers');
  await limits.charge('query', 'of two servers', 30_000);
  at -= 2000;
  const refused = { code: 'rate_limited' };
  await expect(limits.consume('comment', 'of two servers')).rejects.toMatchObject(refused);
  await expect(limits.refuseSpent('query', 'of two servers')).rejects.toMatchObject(refused);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts %s as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
])('counts %s as part of the site %s', (address, site) => {
  expect(addressSite(address)).toBe(site);
});

test('ignores a forged X-Forwarded-For without a proxy', async () => {
  const limited = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 62; index++) {
      const reply = await fetch(`${limited.url}/upload.php?action=login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index}` },
        body: '{}',
      });
      statuses.push(reply.status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(statuses.slice(60)).toEqual([429, 429]);
  } finally {
    await limited.close();
  }
});
