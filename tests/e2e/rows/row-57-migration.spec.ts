// On the real server: data that an earlier version stored in this browser is migrated once, even if the server fails.
import { expect, type Page, test } from 'playwright/test';
import { sine } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { ownStage, phone } from '../journey.ts';

const stage = ownStage();
const RATE = 8000;

/** Real audio of 6 s, as an earlier version stored it. */
const sound = (hertz: number) =>
  `data:audio/wav;base64,${Buffer.from(
    writeWav({ sampleRate: RATE, channels: [sine(hertz, RATE * 6, RATE)] }),
  ).toString('base64')}`;

const row = (id: string, userId: string, title: string, url: string) => ({
  id,
  userId,
  title,
  url,
  description: 'From before',
  gender: 'Female',
  tags: ['Female', 'Soft'],
  duration: 6,
  status: 'active',
  createdAt: '2024-03-01T20:00:00.000Z',
});

/** Two accounts, one current; own audio that also waits for review, audio of others, and a dead address. */
function oldKeys(title: string, username: string, hertz: number): Record<string, string> {
  const own = sound(hertz);
  const waiting = { ...row('w1', 'u1', title, own), status: 'pending_review', createdAt: undefined };
  return {
    'simulated-database': '{}',
    aural_pending_uploads: JSON.stringify({ w1: waiting }),
    'aural-central-database': JSON.stringify({
      users: [
        { id: 'u1', username },
        { id: 'u2', username: 'somebody_else' },
      ],
      currentUser: 'u1',
      tracks: [
        row('t1', 'u1', title, own),
        row('t2', 'u2', 'Not mine', sound(hertz + 100)),
        row('t3', 'u1', 'Gone', 'blob:http://localhost:3000/6f2b'),
      ],
    }),
  };
}

/** Stores old keys for the next start; `again` removes an earlier backup. */
const seed = (page: Page, keys: Record<string, string>, again = false) =>
  page.evaluate(
    ([all, isAgain]) => {
      localStorage.setItem('aural.adultConfirmed', 'true');
      if (isAgain) localStorage.removeItem('aural-migration-backup');
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
      sessionStorage.setItem(
        'uploadFile',
        '{"name":"x","type":"","size":1,"data":"blob:http://localhost/1"}',
      );
    },
    [keys, again] as const,
  );

const local = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Titles of own pending uploads on the server. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/upload.php?action=getPendingUploads');
    const { data } = (await answer.json()) as { data: { title: string }[] | null };
    return (data ?? []).map(({ title }) => title);
  });

const backedUp = (page: Page) => expect.poll(() => local(page, 'aural-migration-backup')).not.toBeNull();

/** The start's background work is done once the sweep has stored its day; uploads are then finished or shown. */
const settled = (page: Page) => page.waitForTimeout(6000);

test('an old recording arrives once with its owner, the rest stays in the backup, and a second start does nothing (row 57)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/');
  const keys = oldKeys('Old night', 'old_owl', 220);
  await seed(page, keys);
  await page.reload();
  await backedUp(page);
  await expect.poll(() => waiting(page)).toEqual(['Old night']);

  const written = await local(page, 'aural-migration-backup');
  const backup = JSON.parse(written ?? '{}');
  expect(Object.keys(backup).sort()).toEqual(['centralDatabase', 'migratedAt', 'pendingUploads']);
  expect(backup.centralDatabase).toEqual(JSON.parse(keys['aural-central-database'] ?? ''));
  expect(backup.pendingUploads).toEqual(JSON.parse(keys.aural_pending_uploads ?? ''));
  expect(Number.isFinite(Date.parse(backup.migratedAt))).toBe(true);
  for (const key of Object.keys(keys)) expect(await local(page, key), key).toBeNull();
  expect(await page.evaluate(() => sessionStorage.getItem('uploadFile'))).toBeNull();

  await page.reload();
  await settled(page);
  expect(await waiting(page)).toEqual(['Old night']);
  expect(await local(page, 'aural-migration-backup')).toBe(written);
});

test('a migration that starts again before its backup makes no second upload (row 57)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/');
  const keys = oldKeys('Twice begun', 'old_owl', 330);
  await seed(page, keys);
  await page.reload();
  await backedUp(page);
  await expect.poll(() => waiting(page)).toEqual(['Twice begun']);
  await seed(page, keys, true);
  const sent = page.waitForResponse((reply) => /\/upload\.php$/.test(reply.url()));
  await page.reload();
  await backedUp(page);
  expect((await sent).status()).toBe(200);
  expect(await waiting(page)).toEqual(['Twice begun']);
});

for (const [fault, strike] of [
  [
    'answers 500',
    { status: 500, contentType: 'application/json', body: '{"success":false,"error":"x","code":"internal"}' },
  ],
  ['cannot be reached', null],
] as const) {
  test(`the app starts and sends the recording later when the server ${fault} at the start (row 57)`, async ({
    browser,
  }) => {
    const { page } = await phone(browser, stage.server);
    const title = `Later, it ${fault}`;
    await page.goto('/');
    await seed(page, oldKeys(title, 'old_owl', strike ? 440 : 550));
    const asked = '**/upload.php**';
    let tries = 0;
    await page.route(asked, async (route) => {
      await (strike ? route.fulfill(strike) : route.abort('connectionrefused'));
      if (route.request().url().includes('getPowChallenge')) tries += 1;
    });
    await page.reload();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await backedUp(page);
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    await expect.poll(() => tries).toBeGreaterThan(0);
    await page.unroute(asked);
    await expect.poll(() => waiting(page), { timeout: 60_000 }).toEqual([title]);
  });
}

test('the old name is suggested in the wizard once and validated like any other (row 57)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/');
  await seed(page, oldKeys('With a name', 'old_owl', 660));
  await page.reload();
  await backedUp(page);
  await page.goto('/register');
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('old_owl');
  await expect(page.getByRole('status').getByText(/frei/)).toBeVisible();
  // Nothing was claimed: this browser is a guest.
  await page.goto('/account');
  await expect(page.getByText(/^You’re a guest/)).toBeVisible();
  await page.goto('/register');
  await expect(name).toHaveValue('');
});
