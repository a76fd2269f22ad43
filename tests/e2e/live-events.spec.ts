// After an approval on another device, the publisher's page receives `trackApproved` and shows the track without a
// reload; the moderator's queue updates by itself.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { voice } from '../support/server/voice.ts';
import { ADMIN, approveOpen, ownStage, phone } from './journey.ts';

const stage = ownStage();
const RATE = 16_000;

/** Counts the approvals that the page received; the result reads the count. */
async function noteEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    window.addEventListener('trackApproved', () => events.push('trackApproved'));
  });
  return () => page.evaluate(() => (window as unknown as { events: string[] }).events);
}

test('notifies the publisher’s other device and the moderator after an approval', {
  tag: '@long',
}, async () => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const moderator = await phone(browser, stage.server);
  await moderator.page.goto('/admin?tab=queue');
  await moderator.page.getByLabel('Username').fill(ADMIN.username);
  await moderator.page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await moderator.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(moderator.page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  // A visitor whose page listens; the first write creates an account, and it listens as that account.
  const publisher = await phone(browser, stage.server);
  const events = await noteEvents(publisher.page);
  const file = join(stage.scratch, 'take.wav');
  writeFileSync(file, writeWav({ sampleRate: RATE, channels: [voice(8, RATE)] }));
  const title = 'Heard at once';
  const stream = () => publisher.page.waitForResponse(/\/api\/events(\?|$)/);
  const asVisitor = stream();
  await publisher.page.goto('/record');
  expect((await asVisitor).status()).toBe(200);
  const asGuest = stream();
  await publisher.page.locator('input[type=file]').setInputFiles(file);
  await publisher.page.waitForURL('**/upload');
  await publisher.page.getByLabel('Title').fill(title);
  await publisher.page.getByRole('button', { name: 'Publish' }).click();
  await publisher.page.waitForURL('**/security-check');
  expect((await asGuest).status()).toBe(200);
  await publisher.page.getByRole('link', { name: 'Got it' }).click();
  await publisher.page.waitForURL((url) => url.pathname === '/');

  // Below the queue's own refresh of 30 s.
  const row = moderator.page.getByRole('article', { name: title });
  await expect(row).toBeVisible({ timeout: 15_000 });
  await row.getByRole('button', { name: title }).last().click();
  await approveOpen(moderator.page);

  // After the ten seconds of undo.
  await expect.poll(events, { timeout: 25_000 }).toContain('trackApproved');
  await expect(publisher.page.getByRole('button', { name: `Play ${title}` }).first()).toBeVisible({
    timeout: 10_000,
  });
  expect([publisher.errors, moderator.errors]).toEqual([[], []]);
  await browser.close();
});
