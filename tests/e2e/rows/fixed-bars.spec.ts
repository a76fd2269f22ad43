// Content under a fixed bar can be scrolled clear of it, on every page with such a bar, on small phones in both orientations.
import { expect, type Page, test } from 'playwright/test';
import { makeLong } from '../../support/audio/longAudio.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, confirmAge, ownStage, phone, recordedFor } from '../journey.ts';
import { live, member, phoneOf } from '../profileSteps.ts';

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
];

const stage = ownStage();

/** Names of controls still covered by a fixed bar with the page scrolled to its end or to them. */
const covered = (page: Page) =>
  page.evaluate((UNDER_TOP_BAR) => {
    const wrong: string[] = [];
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, footer) :is(button, a[href], summary, select, textarea, input:not([type=file], [type=hidden]))',
      ),
    ].filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    const isFixed = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).position === 'fixed' || isFixed(each.parentElement));
    const own = controls.filter((each) => !isFixed(each));
    for (const each of own) {
      // Scrolls like a user: to the end of the page, then up until the control is clear of the top bar.
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const name = (each.getAttribute('aria-label') ?? each.textContent ?? '').slice(0, 40);
      const end = each.getBoundingClientRect();
      const middle = (end.left + end.right) / 2;
      if (end.width < 2 || middle < 0 || middle > innerWidth) continue;
      // Its lower edge at the end of the page, because text must be fully visible.
      if (end.bottom > UNDER_TOP_BAR && isFixed(document.elementFromPoint(middle, end.bottom - 1)))
        wrong.push(`lower edge of ${name}`);
      if (end.top < UNDER_TOP_BAR) scrollBy({ top: end.top - UNDER_TOP_BAR, behavior: 'instant' });
      const box = each.getBoundingClientRect();
      if (isFixed(document.elementFromPoint(middle, box.top + Math.min(box.height, 44) / 2)))
        wrong.push(name);
    }
    return wrong;
  }, 64);

async function isClear(page: Page, where: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForTimeout(100);
    expect(await covered(page), `${where} at ${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 640 });
}

test('the editor and the share form scroll clear of their bars', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(makeLong(stage.scratch, 'webm', 40));
  await page.waitForURL('**/upload');
  await isClear(page, 'share form');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Still loading the rest')).toHaveCount(0, { timeout: 60_000 });
  await isClear(page, 'editor with one area');
  await page.getByRole('button', { name: 'Set new Area' }).click();
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
  await isClear(page, 'editor with two areas');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await isClear(page, 'editor with large text');
});

test('pages end above the small player', async ({ browser }) => {
  const owner = await member(stage, 'Bars_owner');
  await live(stage, owner, 'Heard above the bar');
  const { page } = await phoneOf(browser, stage, owner);
  await page.goto('/category/new');
  await page.getByRole('button', { name: /^Play/ }).first().click();
  for (const link of ['Profile', 'Search', 'News']) {
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await expect(page.locator('main :is(h1, h2, input)').first()).toBeVisible();
    await isClear(page, link);
  }
});

test('the page of an open upload in the queue scrolls clear of its decisions', async ({ browser }) => {
  const bytes = Buffer.from(writeWav({ sampleRate: 8000, channels: [voice(6, 8000)] }));
  await publish(visitor(stage.server.url), bytes, {
    title: 'Under the bar',
    filename: 'a.wav',
    type: 'audio/wav',
  });
  const { cookie } = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const { context, page } = await phone(browser, stage.server);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: stage.server.url }]);
  await page.goto('/admin?tab=queue');
  await page.getByRole('article', { name: 'Under the bar' }).getByRole('button').last().click();
  await expect(page.locator('[data-item]')).toHaveAttribute('data-claim', 'mine');
  await isClear(page, 'queue');
});

test('the note about a recording that was cut off stands above the editor’s bar', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, 2);
  // As a closed tab does.
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(makeLong(stage.scratch, 'webm', 2));
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByText('A recording was cut off')).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Next Step' }).click({ trial: true, timeout: 5000 });
  }
  await context.close();
});
