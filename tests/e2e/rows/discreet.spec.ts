// Discreet mode, the panic key and clearing traces, for a visitor without an account.
import { expect, type Page, test } from 'playwright/test';
import { seriousOn } from '../axe.ts';
import { card, playCard, publishTracks, sounds, watchSound } from '../heard.ts';
import { countRegistering, visit } from '../installed.ts';
import { ownStage, phone } from '../journey.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();
/** Longer than the app waits for an idle page before it registers its worker. */
const AFTER_QUIET_MS = 8000;
test.beforeAll(async () => {
  await publishTracks(stage.server, ['Rain', 'Snow'], 60);
});

async function openChoices(page: Page) {
  await page.getByRole('button', { name: 'Discreet listening' }).click();
  return page.getByRole('dialog', { name: 'Discreet listening' });
}

async function beDiscreet(page: Page): Promise<void> {
  const choices = await openChoices(page);
  await choices.getByRole('switch', { name: /^Discreet mode/ }).check();
  await expect(choices.getByRole('switch', { name: /^Quick way out/ })).toBeChecked();
  expect(await seriousOn(page, 'dialog')).toEqual([]);
  await choices.getByRole('button', { name: 'Close' }).click();
}

/** Plays a track and opens its page: two entries of this visit. */
async function onPlayer(page: Page): Promise<void> {
  await playCard(page, 'Rain');
  await sounds(page);
  await card(page, 'Rain').getByRole('link', { name: 'Open the player' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
}

test('discreet mode hides titles in tab, icon and lock screen, also after a reload', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await beDiscreet(page);
  await expect(page).toHaveTitle('Audio');
  await onPlayer(page);
  await expect(page).toHaveTitle('Audio');
  const lockScreen = () =>
    page.evaluate(() => {
      const { title, artist, album } = navigator.mediaSession.metadata ?? {
        title: '',
        artist: '?',
        album: '?',
      };
      return [title, artist, album];
    });
  await expect.poll(lockScreen).toEqual(['Audio', '', '']);
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/quiet.svg');
  await page.reload();
  await expect(page).toHaveTitle('Audio');
});

test('the panic key silences at once, and neither back nor forward returns to the track', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('about:blank');
  await page.goto('/');
  await beDiscreet(page);
  await onPlayer(page);
  // In one task: from the press on, nothing plays.
  const paused = await page.evaluate(() => {
    for (let press = 0; press < 2; press++)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return (window as unknown as { made: HTMLAudioElement[] }).made.every((element) => element.paused);
  });
  expect(paused).toBe(true);
  await page.waitForURL('**/quiet.html');
  await expect(page).toHaveTitle('Notes');
  await page.goForward().catch(() => null);
  expect(page.url()).not.toContain('/player/');
  await expect(page).toHaveTitle('Notes');
  await page.goBack().catch(() => null);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('/player/');
});

test('a double tap with two fingers leaves the page; one tap or a pinch does not', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await beDiscreet(page);
  await onPlayer(page);
  const session = await context.newCDPSession(page);
  const fingers = [
    { x: 120, y: 500, id: 1 },
    { x: 240, y: 500, id: 2 },
  ];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof fingers) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const tap = async (spread = 0) => {
    await touch('touchStart', fingers);
    if (spread > 0)
      await touch(
        'touchMove',
        fingers.map((each, index) => ({ ...each, x: each.x + (index === 0 ? -spread : spread) })),
      );
    await touch('touchEnd', []);
  };
  await tap(60);
  await tap(60);
  await page.waitForTimeout(700);
  await tap();
  await page.waitForTimeout(700);
  expect(page.url()).toContain('/player/');
  await sounds(page);
  await tap();
  await tap();
  await page.waitForURL('**/quiet.html');
});

test('clearing traces deletes history, positions and copies and keeps the account', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await onPlayer(page);
  await page.getByRole('slider', { name: 'Position' }).press('PageUp');
  await page.getByRole('slider', { name: 'Position' }).press('PageUp');
  await page.getByRole('button', { name: 'Pause Rain' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Continue at 0:2\d$/ })).toBeVisible();
  await pictures(page, 'continue');
  await page.getByRole('button', { name: 'Up next and history' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Rain/ })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const choices = await openChoices(page);
  await expect(choices.getByText('Listening history (1)')).toBeVisible();
  await expect(choices.getByText('Saved positions (1)')).toBeVisible();
  await choices.getByRole('button', { name: 'Clear my traces' }).click();
  await expect(choices.getByText('Cleared on this device')).toBeVisible();
  const left = await page.evaluate(() => Object.keys(localStorage).toSorted());
  expect(left.filter((key) => /history|places|recent|filter/i.test(key))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue at/ })).toBeHidden();
});

test('the app removes itself from the browser on command, stays away, and returns', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await visit(page);
  const choose = async (keeps: boolean) => {
    const choices = await openChoices(page);
    await choices.getByRole('switch', { name: /^Keep this app/ }).setChecked(keeps);
    await choices.getByRole('button', { name: 'Close' }).click();
  };
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).filter((name) => /^aural-(assets|version)/.test(name)).length,
    ]);
  await choose(false);
  await expect.poll(left).toEqual([0, 0]);
  // The page no longer caches what it still fetches.
  await page.getByRole('link', { name: 'News' }).first().click();
  await expect(page.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
  expect(await left()).toEqual([0, 0]);
  const registered = await countRegistering(page);
  await page.goto('/');
  await page.waitForTimeout(AFTER_QUIET_MS);
  expect([await registered(), ...(await left())]).toEqual([0, 0, 0]);
  await choose(true);
  await visit(page);
});
