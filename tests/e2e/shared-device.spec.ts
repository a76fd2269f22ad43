// Two users of one browser: data of the first is hidden or deleted, and the second sends none of it.
import { expect, type Page, test } from 'playwright/test';
import { studioMessages } from '../../src/lib/messages/studio.ts';
import { likedBy, meOf, PASSWORD, register, signInAs } from './accountSteps.ts';
import { everythingStored } from './everythingStored.ts';
import { confirmAge, ownStage, phone, recordedFor } from './journey.ts';
import { publishTrack } from './published.ts';
import { pictures } from './screens.ts';

const stage = ownStage();

const takeNumber = (page: Page) =>
  page.getByRole('heading', { name: studioMessages.studio.draftsTitle }).count();

/** Leaves a take, typed text, a search, a position, a persona secret and a pending like; returns the account's id. */
async function live(page: Page, name: string, trackId: string): Promise<string> {
  await register(page, name);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.waitForURL('**/audio-editor');
  await page.goto('/share-recording');
  await page.getByLabel('Title').fill('Geheimer Titel');
  await expect.poll(async () => (await everythingStored(page)).includes('Geheimer Titel')).toBe(true);
  await page.goto('/search');
  await page.getByRole('searchbox').fill('heimlich');
  await page.getByRole('searchbox').press('Enter');
  await page.goto(`/player/${trackId}`);
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join(' ')))
    .toContain('aural.history');
  return (await meOf(page.context(), stage.server.url))?.id ?? '';
}

async function signOut(page: Page, choice: 'Keep on this device' | 'Remove'): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect(question).toContainText('One recording on this device is not published.');
  await expect(question).toContainText('This browser remembers what you listened to and searched for.');
  await question.getByRole('button', { name: choice }).click();
  await expect(page.getByText('You don’t have an account yet.')).toBeVisible();
}

/** Beginnings of the lines that contain one of the texts. */
const linesWith = (stored: string, texts: string[]) =>
  stored
    .split('\n')
    .filter((line) => texts.some((text) => line.includes(text)))
    .map((line) => line.slice(0, 80));
const tracesOfFirst = (id: string) => ['Geheimer Titel', 'heimlich', 'Morgenrot', id];

test('Remove leaves nothing of the first account, and other pages of the browser switch at once', {
  tag: '@long',
}, async ({ browser }) => {
  const { id: trackId } = await publishTrack(stage, 'Heard by the first');
  const { context, page } = await phone(browser, stage.server);
  const id = await live(page, 'Morgenrot', trackId);
  const other = await context.newPage();
  await other.goto('/record');
  await expect.poll(() => takeNumber(other)).toBe(1);
  const before = await everythingStored(page);
  for (const text of tracesOfFirst(id)) expect(linesWith(before, [text]), text).not.toEqual([]);

  await signOut(page, 'Remove');
  await expect.poll(() => takeNumber(other)).toBe(0);
  await expect(other).toHaveURL(`${stage.server.url}/`);
  const after = await everythingStored(page);
  expect(linesWith(after, tracesOfFirst(id))).toEqual([]);
  // The time of the last clean-up belongs to no account; a page may write it again.
  const ofOthers = (line: string) =>
    /^(?:database (?:takes|chunks|files|notes: key (?!swept )|writes)|file )/.test(line);
  expect(
    after
      .split('\n')
      .filter(ofOthers)
      .map((line) => line.slice(0, 80)),
  ).toEqual([]);
  for (const key of ['history', 'places', 'recentSearches', 'deviceId', 'owner'])
    expect(linesWith(after, [`local aural.${key}`])).toEqual([]);
  expect(await meOf(context, stage.server.url)).toBeNull();

  await register(page, 'Zweite');
  await page.goto('/record');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  expect(await takeNumber(page)).toBe(0);
  await page.goto('/search');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByText('heimlich')).toHaveCount(0);
  const second = await everythingStored(page);
  expect(linesWith(second, tracesOfFirst(id))).toEqual([]);
});

test('after Keep the next account sees and sends nothing, and the first account finds everything again', {
  tag: '@long',
}, async ({ browser }) => {
  const { id: trackId } = await publishTrack(stage, 'Liked by one');
  const { context, page } = await phone(browser, stage.server);
  await live(page, 'Bleibende', trackId);
  await page.route('**/upload.php?action=addLike', (route) => route.abort());
  await page.goto(`/player/${trackId}`);
  await page.locator('[data-reaction=like]').click();
  await page.waitForTimeout(300);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect(question).toContainText('One thing that you did has not reached the server yet.', {
    timeout: 15_000,
  });
  await pictures(page, 'sign out');
  await question.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByText('You don’t have an account yet.')).toBeVisible();
  await page.unroute('**/upload.php?action=addLike');

  await page.goto('/record');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  expect(await takeNumber(page)).toBe(0);
  await register(page, 'Nachbarin');
  await page.goto('/search');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByText('heimlich')).toHaveCount(0);
  await page.goto('/record');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  expect(await takeNumber(page)).toBe(0);
  expect(await likedBy(context, stage.server.url)).toEqual([]);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You don’t have an account yet.')).toBeVisible();
  await signInAs(page, 'Bleibende');
  await expect(page.getByRole('heading', { name: 'Bleibende', level: 1 })).toBeVisible();
  await expect.poll(() => likedBy(context, stage.server.url)).toEqual([trackId]);
  await page.goto('/record');
  await expect.poll(() => takeNumber(page)).toBe(1);
  await page.goto('/search');
  await expect(page.getByText('heimlich')).toBeVisible();
});

test('a session that another device ends also hides everything', { tag: '@long' }, async ({ browser }) => {
  const { id: trackId } = await publishTrack(stage, 'Before the end');
  const here = await phone(browser, stage.server);
  await live(here.page, 'Beendet', trackId);
  await here.page.goto('/record');
  await expect.poll(() => takeNumber(here.page)).toBe(1);
  const there = await phone(browser, stage.server);
  await signInAs(there.page, 'Beendet');
  await expect(there.page.getByRole('heading', { name: 'Beendet', level: 1 })).toBeVisible();
  await there.page.goto('/account/devices');
  await there.page
    .getByRole('button', { name: /^Sign out on Chrome/ })
    .last()
    .click();
  await expect(there.page.getByText(/^Signed out on Chrome/)).toBeVisible();
  await expect(here.page.getByText('You were signed out here from another device.')).toBeVisible({
    timeout: 20_000,
  });
  // The page may still be reloading, which ends this navigation.
  await expect(async () => void (await here.page.goto('/record'))).toPass();
  await expect(here.page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  expect(await takeNumber(here.page)).toBe(0);
  await signInAs(here.page, 'Beendet', PASSWORD);
  await expect(here.page.getByRole('heading', { name: 'Beendet', level: 1 })).toBeVisible();
  await here.page.goto('/record');
  await expect.poll(() => takeNumber(here.page)).toBe(1);
});

test('signing out works offline, and the server receives it first', { tag: '@long' }, async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await register(page, 'Unterwegs');
  await page.goto('/account');
  // The app is on the device.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('aural-version'))),
    )
    .toBe(true);
  await page.waitForTimeout(2000);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The page reloads meanwhile.
  await expect(async () => {
    expect(await page.evaluate(() => localStorage.getItem('aural.owner'))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('aural.signOutDue'))).toBe('true');
    expect(linesWith(await everythingStored(page), ['Unterwegs'])).toEqual([]);
  }).toPass();
  await context.setOffline(false);
  await page.goto('/account');
  await expect(page.getByText('You don’t have an account yet.')).toBeVisible();
  expect(await meOf(context, stage.server.url)).toBeNull();
});
