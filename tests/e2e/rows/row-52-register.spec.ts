// On the real server: the five steps, the rule that blocks each, and the new account.
import { expect, type Page, test } from 'playwright/test';
import { answerQuestions, likedBy, meOf, PASSWORD, proceed, register, stepIs } from '../accountSteps.ts';
import { seriousOn } from '../axe.ts';
import { ownStage, phone } from '../journey.ts';
import { fitsTheScreen, member, smallTargets } from '../profileSteps.ts';
import { publishTrack } from '../published.ts';

const stage = ownStage();
const next = (page: Page) => page.getByRole('button', { name: 'Weiter' });

async function isSound(page: Page): Promise<void> {
  expect(await seriousOn(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await fitsTheScreen(page);
}

for (const size of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  test(`each rule blocks its step, and the last step ends signed in at home, at ${size.width} px (row 52)`, async ({
    browser,
  }) => {
    const taken = `Taken_${size.width}`;
    await member(stage, taken);
    const { context, page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.goto('/register');
    await stepIs(page, 1);
    const name = page.getByRole('textbox', { name: 'Name' });
    for (const wrong of ['ab', 'zwei worte', 'root_admin', taken.toUpperCase()]) {
      await name.fill(wrong);
      if (wrong.length > 2) await expect(page.getByRole('alert')).toBeVisible();
      await expect(next(page)).toBeDisabled();
    }
    await isSound(page);
    await name.fill(`Lilie_${size.width}`);
    await expect(page.getByText('Dieser Name ist frei.')).toBeVisible();
    await proceed(page);

    await stepIs(page, 2);
    for (const [wrong, again] of [
      ['Ab1-efg', 'Ab1-efg'],
      ['abcdefgh9', 'abcdefgh9'],
      ['Abcdefg1', 'Abcdefg1'],
      [PASSWORD, `${PASSWORD}!`],
    ] as const) {
      await page.getByLabel('Passwort', { exact: true }).fill(wrong);
      await page.getByLabel('Passwort noch einmal', { exact: true }).fill(again);
      await expect(next(page)).toBeDisabled();
    }
    await page.getByLabel('Passwort noch einmal', { exact: true }).fill(PASSWORD);
    await isSound(page);
    await proceed(page);

    await stepIs(page, 3);
    await page.getByLabel('E-Mail (freiwillig)').fill('lilie@');
    await expect(next(page)).toBeDisabled();
    await isSound(page);
    await page.getByRole('button', { name: 'Überspringen' }).click();

    await stepIs(page, 4);
    await expect(page.getByRole('button', { name: 'Registrieren' })).toBeDisabled();
    await page.getByRole('checkbox').check();
    await isSound(page);
    await page.getByRole('button', { name: 'Registrieren' }).click();

    await stepIs(page, 5);
    await expect(page.getByRole('heading', { name: 'Willkommen bei Aural!' })).toBeVisible();
    await isSound(page);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      PASSWORD,
    );
    await page.getByRole('button', { name: 'Zur App' }).click();
    await expect(page).toHaveURL(`${stage.server.url}/`);
    expect(await meOf(context, stage.server.url)).toMatchObject({
      username: `Lilie_${size.width}`,
      isGuest: false,
    });
    expect(errors).toEqual([]);
  });
}

test('a failing server keeps step 4 with its message, then a retry succeeds (row 52)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/register');
  await answerQuestions(page, 'Nachtfalter');
  await page.route('**/upload.php?action=register', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Down', code: 'internal' } }),
  );
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Registrierung fehlgeschlagen. Bitte versuche es erneut.',
  );
  await stepIs(page, 4);
  expect(await meOf(context, stage.server.url)).toBeNull();
  await page.unroute('**/upload.php?action=register');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await stepIs(page, 5);
});

test('a lost answer creates one account and shows its recovery code (row 52)', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/register');
  await answerQuestions(page, 'Funkloch');
  await page.route('**/upload.php?action=register', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/upload.php?action=register');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await stepIs(page, 5);
  await expect(page.locator('code')).toHaveText(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  expect(await meOf(context, stage.server.url)).toMatchObject({ username: 'Funkloch' });
});

test('a guest’s likes stay under the same id after registering (row 52)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Kept over registering');
  const { context, page } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  await page.locator('[data-reaction=like]').click();
  await expect(page.locator('[data-reaction=like]')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => likedBy(context, stage.server.url)).toEqual([track.id]);
  const guest = await meOf(context, stage.server.url);
  expect(guest?.isGuest).toBe(true);
  await register(page, 'Behalten');
  expect(await meOf(context, stage.server.url)).toMatchObject({ id: guest?.id, username: 'Behalten' });
  expect(await likedBy(context, stage.server.url)).toEqual([track.id]);
  await page.getByRole('button', { name: 'Zur App' }).click();
  await page.goto(`/player/${track.id}`);
  await expect(page.locator('[data-reaction=like]')).toHaveAttribute('aria-pressed', 'true');
});

test('the browser’s Back goes one step back, and out of the first step (row 52)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/');
  await page.goto('/register');
  await answerQuestions(page, 'Rueckweg');
  for (const step of [3, 2, 1]) {
    await page.goBack();
    await stepIs(page, step);
  }
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Rueckweg');
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect(page).toHaveURL(`${stage.server.url}/`);
});

test('each step starts at its question, also above a keyboard and on the way back (row 52)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  // The height that an on-screen keyboard leaves.
  await page.setViewportSize({ width: 360, height: 350 });
  await page.goto('/register');
  const question = page.getByRole('heading', { level: 1 });
  const isInSight = () => expect(question).toBeInViewport({ ratio: 1 });
  await page.getByRole('textbox', { name: 'Name' }).fill('Tastatur');
  await expect(page.getByText('Dieser Name ist frei.')).toBeVisible();
  await proceed(page);
  await stepIs(page, 2);
  await isInSight();
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  const again = page.getByLabel('Passwort noch einmal', { exact: true });
  await again.fill(PASSWORD);
  await page.mouse.move(180, 200);
  await page.mouse.wheel(0, 300);
  await expect(question).not.toBeInViewport();
  await again.press('Enter');
  await stepIs(page, 3);
  await isInSight();
  await page.goBack();
  await stepIs(page, 2);
  await isInSight();
});
