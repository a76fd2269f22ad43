// axe finds nothing serious on user, moderation and demo screens, and nothing is cut off or too small.
import { expect, test } from 'playwright/test';
import { signIn } from '../../support/server/publish.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { fitsTheScreen, live, member, phoneOf, send } from '../profileSteps.ts';
import { holds, walk } from '../screens.ts';

const stage = ownStage();
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverleihung';

test('axe finds nothing serious on a visitor’s pages, the demos and the engineering pages', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await walk(page, ['/register', '/login', '/recover', '/account', '/account/data', '/account/devices']);
  await walk(page, ['/account/blocked', '/move', '/profile', '/admin', '/datenschutz', '/bench', '/test']);
  await walk(page, ['/test-news', '/audio-edit-test', '/unicorn', '/demo', '/demo-feed', '/demo-record']);
  await walk(page, ['/demo-audio-editor', '/demo-upload', '/demo-player', '/demo-profile']);
  await walk(page, ['/demo-workflow', '/demo-upload-share']);
});

test('axe finds nothing serious on the pages of an account, and the two buttons of its profile fit one line', async ({
  browser,
}) => {
  const owner = await member(stage, 'Axe13_owner');
  const id = await live(stage, owner, 'Heard while looked at');
  const { page } = await phoneOf(browser, stage, owner);
  await walk(page, ['/account', '/account/password', '/account/code', '/account/data', '/account/devices']);
  await walk(page, ['/account/blocked', `/report?trackId=${id}`, '/profile']);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const boxes = [
      page.getByRole('button', { name: 'Edit profile' }),
      page.getByRole('link', { name: 'Settings and account' }),
    ];
    const tops = await Promise.all(boxes.map(async (each) => (await each.boundingBox())?.y));
    expect(new Set(tops).size, `${tops} at ${width} px`).toBe(1);
    await fitsTheScreen(page);
  }
});

test('axe finds nothing serious in the admin area, and a title without spaces pushes no button out', async ({
  browser,
}) => {
  const owner = await member(stage, 'Axe13_voice');
  await live(stage, owner, LONG);
  await send(owner, 'Waits for somebody');
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const { page } = await phoneOf(browser, stage, admin);
  for (const tab of ['uploads', 'users', 'comments', 'reports', 'queue', 'statistics', 'audit', 'tools'])
    await walk(page, [`/admin?tab=${tab}`]);
  await page.goto('/admin?tab=uploads');
  await page.getByRole('button', { name: `More for ${LONG}` }).click();
  await page.getByRole('button', { name: `Delete ${LONG}` }).click();
  const go = page.getByRole('button', { name: 'Take down', exact: true });
  await expect(go).toBeVisible();
  await holds(page, 'deleting');
  const inside = await page
    .getByRole('dialog')
    .evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth + 1);
  expect(inside).toBe(true);
});

test('keeps the next step above the edge on a phone in landscape (row 52)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Name' }).fill('Querformat');
  await expect(page.getByText('Dieser Name ist frei.')).toBeVisible();
  const next = page.getByRole('button', { name: 'Weiter' });
  await expect(next).toBeInViewport({ ratio: 1 });
  await next.click();
  await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible();
  await expect(next).toBeInViewport({ ratio: 1 });
});
