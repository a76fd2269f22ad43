// axe finds nothing serious on every route for visitors, users, moderators and admins; nothing is cut off, too small, or
// moves under reduced motion.
import { expect, test } from 'playwright/test';
import { read } from '../../support/rules/sourceTree.ts';
import { callAction, signIn } from '../../support/server/publish.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { fitsTheScreen, live, member, phoneOf, send } from '../profileSteps.ts';
import { holds, walk } from '../screens.ts';

const stage = ownStage();
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverleihung';

/** Every route without a part of its own, as the router lists them. */
const ROUTES = [...read('src/app/router.tsx').matchAll(/<Route path="(\/[^"*:]*)"/g)].map(
  ([, path = '']) => path,
);
/** A test walks this many. */
const LEG = 15;

for (let from = 0; from < ROUTES.length; from += LEG) {
  const leg = ROUTES.slice(from, from + LEG);
  test(`axe finds nothing serious, no text is cut and nothing moves from ${leg[0]} to ${leg.at(-1)}`, async ({
    browser,
  }) => {
    const { page } = await phone(browser, stage.server);
    await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    await walk(page, leg);
  });
}

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
  const { id } = await callAction<{ id: string }>(admin, 'addUser', {
    user: { username: 'Axe13_moderator', password: ADMIN.password },
  });
  await callAction(admin, 'setRole', { userId: id, role: 'moderator', password: ADMIN.password });
  const moderator = await signIn(stage.server.url, 'Axe13_moderator', ADMIN.password);
  const { page: theirs } = await phoneOf(browser, stage, moderator);
  await walk(theirs, ['/admin?tab=queue', '/admin?tab=reports', '/admin?tab=users']);
  const { page } = await phoneOf(browser, stage, admin);
  for (const tab of [
    'uploads',
    'users',
    'comments',
    'reports',
    'queue',
    'statistics',
    'audit',
    'tools',
    'evidence',
  ])
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
