// On the real server: a paused upload resumes, also after leaving the form, and one upload makes one row, even if answers
// are lost.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { noise } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { ownStage, phone } from '../journey.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();
const RATE = 44_100;
const SLOW = { offline: false, latency: 10, downloadThroughput: -1, uploadThroughput: 1_500_000 };

/** Above 5 MB: sent in pieces. */
function largeFile(): string {
  const path = join(stage.scratch, 'large.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(7, RATE * 150, 0.3)] }));
  return path;
}

async function onForm(page: Page, path: string, title: string): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByLabel('Title').fill(title);
  await expect(page.getByText('Ready to publish')).toBeVisible({ timeout: 60_000 });
}

const waiting = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/upload.php?action=getPendingUploads');
    const { data } = (await answer.json()) as { data: { title: string; size: number }[] };
    return data.map(({ title }) => title);
  });

test('a paused upload continues without the form and arrives once (row 41)', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await onForm(page, largeFile(), 'Long night');
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  let pieces = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') pieces += 1;
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Sending [2-9][.\d]* MB of/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('status').getByText('Paused')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^Sending [2-9][.\d]* MB of/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/^Sending/).first()).toBeVisible();
  await session.send('Network.emulateNetworkConditions', { ...SLOW, uploadThroughput: -1 });
  await expect(page.getByText('“Long night” is being checked')).toBeVisible({ timeout: 60_000 });
  expect(await waiting(page)).toEqual(['Long night']);
  // 13 MB in pieces of 2 MB; a pause repeats at most one.
  expect(pieces).toBeLessThanOrEqual(9);
});

test('retries exactly once after an attempt without an answer and stores one upload (row 39)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  const path = join(stage.scratch, 'small.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(9, RATE * 6, 0.3)] }));
  await onForm(page, path, 'Dropped once');
  let attempts = 0;
  await page.route('**/upload.php', async (route) => {
    if (route.request().url().includes('action=')) return route.continue();
    attempts += 1;
    if (attempts > 1) return route.continue();
    // It arrives, but its answer is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/security-check');
  expect(attempts).toBe(2);
  expect(await waiting(page)).toEqual(['Dropped once']);
});

for (const [what, answer, text] of [
  [
    '500 with JSON',
    {
      status: 500,
      contentType: 'application/json',
      body: '{"success":false,"error":"Kaputt, sagt der Server"}',
    },
    'Kaputt, sagt der Server',
  ],
  [
    '200 with garbage',
    { status: 200, contentType: 'application/json', body: '{"success":' },
    'Server antwortete mit ungültigem JSON',
  ],
  ['500 with a page', { status: 500, contentType: 'text/html', body: '<!doctype html><h1>Oops</h1>' }, null],
] as const)
  test(`${what} ${text === null ? 'keeps the recording on this phone' : 'says so and keeps the form'} (row 39)`, async ({
    browser,
  }) => {
    const { page } = await phone(browser, stage.server);
    const path = join(stage.scratch, 'answer.wav');
    writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(13, RATE * 6, 0.3)] }));
    await onForm(page, path, what);
    await page.route('**/upload.php', (route) =>
      route.request().method() === 'POST' && !route.request().url().includes('action=')
        ? route.fulfill(answer)
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    if (text === null) {
      await expect(page).toHaveURL(`${stage.server.url}/`);
      await expect(page.getByRole('article', { name: what })).toBeVisible();
    } else {
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
      await expect(page.getByLabel('Title')).toHaveValue(what);
    }
    expect(await waiting(page)).toEqual([]);
  });

test('offline, the track waits on the first page without "sending" and is sent once when online (row 41)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, stage.server);
  const path = join(stage.scratch, 'train.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(11, RATE * 6, 0.3)] }));
  // The page itself is on this phone from an earlier visit.
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await onForm(page, path, 'On the train');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Saved on this phone, will send when you’re online').first()).toBeVisible();
  await expect(
    page.getByRole('article', { name: 'On the train' }).getByText('Waiting', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/^Sending/)).toHaveCount(0);
  // The profile also shows it.
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL('**/profile');
  const onProfile = page.getByRole('main').getByRole('article', { name: 'On the train' });
  await expect(onProfile.getByText('Waiting', { exact: true })).toBeVisible();
  await pictures(page, 'offline-profile');
  await context.setOffline(false);
  await expect(page.getByText('“On the train” is being checked')).toBeVisible({ timeout: 30_000 });
  // It now waits for a moderator, not for the network.
  await expect(onProfile.getByText('Waiting', { exact: true })).toHaveCount(0);
  await page.reload();
  expect(await waiting(page)).toEqual(['On the train']);
});
