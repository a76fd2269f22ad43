// Text at 200 % on a phone of 390 px: nothing is cut off or off-screen. A title without line breaks
// leaves every button in place.
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { cutText } from '../../support/browser/layout.ts';
import { signIn } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { live, member, phoneOf } from '../profileSteps.ts';

const stage = ownStage();
/** 13 faces that joiners make one cluster. */
const ONE_GRAPHEME = `${'😀\u200d'.repeat(12)}😀`;

const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

async function looksRight(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main :is(h1, h2, input):visible').first(), path).toBeVisible();
    await expect(page.locator('main [data-loading]'), path).toHaveCount(0);
    await enlarge(page);
    await page.waitForTimeout(100);
    expect.soft(await cutText(page), path).toEqual([]);
  }
}

test('cuts nothing off at 200 % text on 390 px', async ({ browser }) => {
  const owner = await member(stage, 'Large_owner');
  const id = await live(stage, owner, 'A quiet evening by the window');
  const { context, page } = await phoneOf(browser, stage, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await looksRight(page, ['/', '/category/new', `/player/${id}`, '/search', '/news', '/profile', '/record']);
  await looksRight(page, [
    '/account',
    '/account/password',
    '/account/code',
    '/account/devices',
    '/account/data',
  ]);
  await looksRight(page, [
    '/account/blocked',
    `/report?trackId=${id}`,
    '/upload',
    '/upload-success',
    '/move',
  ]);
  await looksRight(page, [
    '/about',
    '/hilfe',
    '/faq',
    '/demo',
    '/demo-player',
    '/demo-upload-share',
    '/bench',
  ]);
  await context.close();

  const visitor = await phone(browser, stage.server);
  await visitor.page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await visitor.page.setViewportSize({ width: 390, height: 844 });
  await looksRight(visitor.page, ['/login', '/register', '/recover', '/audio-editor']);
  await visitor.context.close();

  const admin = await phoneOf(browser, stage, await signIn(stage.server.url, ADMIN.username, ADMIN.password));
  await admin.page.setViewportSize({ width: 390, height: 844 });
  await looksRight(admin.page, [
    '/admin?tab=uploads',
    '/admin?tab=users',
    '/admin?tab=queue',
    '/admin?tab=tools',
  ]);
});

test('a title of one unbreakable cluster leaves Send and Follow on the screen', async ({ browser }) => {
  const owner = await member(stage, 'Cluster_owner');
  const id = await live(stage, owner, ONE_GRAPHEME);
  const listener = await member(stage, 'Cluster_ear');
  const { page } = await phoneOf(browser, stage, listener);
  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/player/${id}`);
    const comment = page.getByRole('textbox', { name: /comment/i });
    await comment.fill(ONE_GRAPHEME.repeat(2));
    for (const control of [
      page.getByRole('button', { name: /^Follow/ }),
      page.getByRole('button', { name: /^Send/ }),
    ]) {
      const box = await control.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= size.width, `${control} at ${size.width}`).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.goto('/');
    await expect(page.locator('article').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('at 320 px, large text leaves every button of the share form, the editor and an open tool on the screen', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/record');
  const wav = writeWav({ sampleRate: 8000, channels: [voice(6, 8000)] });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'six.wav', mimeType: 'audio/wav', buffer: Buffer.from(wav) });
  const trim = page.getByRole('button', { name: 'Trim first' });
  await expect(trim).toBeEnabled();
  await enlarge(page);
  expect(await cutText(page), 'share form').toEqual([]);
  await trim.tap();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  expect(await cutText(page), 'editor').toEqual([]);
  await page.getByRole('button', { name: 'Tools' }).tap();
  await page.getByRole('button', { name: /^Tighten pauses/ }).tap();
  await expect(page.getByRole('button', { name: 'Tighten', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await cutText(page), 'open tool').toEqual([]);
});
