// Every modal at every screen size: its buttons are always in view, nothing covers the focus, and axe finds nothing
// serious.
import { expect, type Page, test } from 'playwright/test';
import { type Client, callAction, signIn, visitor } from '../../support/server/publish.ts';
import { createAdmin, startServer } from '../../support/server/server.ts';
import { ADMIN, confirmAge, phone, recordedFor, type Stage } from '../journey.ts';
import { live, type Member, member, phoneOf, send } from '../profileSteps.ts';
import { holds } from '../screens.ts';

const stage = {} as Stage;
const TITLE = 'A night at the lake';
const OWN = 'Before you fall asleep';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();

/** Opens a modal, checks it on every screen and closes it with Esc. */
async function look(page: Page, opener: string | RegExp, name: string): Promise<void> {
  await button(page, opener).click();
  await checkOpenDialog(page, name);
}

/** The same for a modal that a row's “…” opens. */
async function lookBehind(page: Page, menu: string | RegExp, opener: string | RegExp, name: string) {
  await button(page, menu).click();
  await look(page, opener, name);
}

async function checkOpenDialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog'), name).toBeVisible();
  await expect(page.locator('dialog [data-loading]'), name).toHaveCount(0);
  await holds(page, name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog'), name).toHaveCount(0);
}

let owner: Member;
let fan: Member;
let admin: Client;
let trackId: string;
test.beforeAll(async () => {
  // Long enough to scroll the dialog.
  stage.server = await startServer({ RATE_LIMIT_FACTOR: '1000' });
  await createAdmin(stage.server, ADMIN.username, ADMIN.password);
  owner = await member(stage, 'Dialogs_owner');
  fan = await member(stage, 'Dialogs_fan');
  admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  trackId = await live(stage, owner, TITLE);
  for (let index = 0; index < 12; index++)
    await callAction(fan, 'addComment', { trackId, content: `Word ${index} about the water` });
  const report = { type: 'recording', trackId, reason: 'Somebody is named in it, and their street' };
  await callAction(visitor(stage.server.url), 'addReport', { report });
});
test.afterAll(() => stage.server?.stop());

test('the age question and the sheets of the player', async ({ browser }) => {
  const stranger = await phone(browser, stage.server);
  await stranger.page.goto(`/player/${trackId}`);
  await look(stranger.page, `Play ${TITLE}`, 'age');
  await stranger.page.goto('/');
  await look(stranger.page, 'Discreet listening', 'traces');
  await stranger.context.close();

  const { context, page } = await phoneOf(browser, stage, fan);
  await page.goto(`/player/${trackId}`);
  await look(page, 'Up next and history', 'up next');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await checkOpenDialog(page, 'keys of the player');
  await look(page, /^Mute or block Dialogs_owner/, 'mute or block');
  await context.close();
});

test('the pages of an account', async ({ browser }) => {
  const person = await member(stage, 'Dialogs_own');
  await live(stage, person, OWN);
  await send(person, 'Still waiting');
  const { context, page } = await phoneOf(browser, stage, person);
  await page.goto('/profile');
  await look(page, 'Edit details', 'words that wait');
  await look(page, `More for ${OWN}`, 'more');
  await button(page, `More for ${OWN}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit details' }).click();
  await checkOpenDialog(page, 'words that are heard');
  await lookBehind(page, `More for ${OWN}`, 'Delete', 'delete a recording');
  await page.goto('/account');
  await look(page, /^Settings/, 'settings');
  await page.goto('/account/data');
  await look(page, 'Delete my account', 'delete the account');

  // A like that cannot be sent.
  await page.route('**/upload.php?action=addLike', (route) => route.abort());
  await page.goto(`/player/${trackId}`);
  await page.locator('[data-reaction=like]').click();
  await look(page, /Show$/, 'what waits here');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('link', { name: 'Settings and account' }).click();
  await look(page, 'Sign out', 'what stays on this device');
  await context.close();
});

test('the sheets of recorder and editor', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/record');
  await button(page, 'Start recording').click();
  await confirmAge(page);
  await recordedFor(page, 4);
  await button(page, 'Stop recording').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Any key stops the countdown.
  await page.keyboard.press('Shift');
  await checkOpenDialog(page, 'take');
  await button(page, 'Edit').click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await look(page, 'Tools', 'tools');
  // The button is for the mouse, the key for everyone.
  await page.getByRole('slider', { name: 'Position' }).first().focus();
  await page.keyboard.press('?');
  await checkOpenDialog(page, 'keys of the editor');
  await context.close();
});

test('the sheets of moderators', async ({ browser }) => {
  await send(owner, 'Waits for somebody');
  const { context, page } = await phoneOf(browser, stage, admin);
  await page.goto('/admin?tab=queue');
  await page.getByRole('article', { name: 'Waits for somebody' }).getByRole('button').last().click();
  await look(page, 'Details', 'details of an upload');
  await page.goto('/admin?tab=uploads');
  await look(page, `More for ${TITLE}`, 'more');
  await lookBehind(page, `More for ${TITLE}`, `Comments on ${TITLE}`, 'comments');
  await lookBehind(page, `More for ${TITLE}`, `Delete ${TITLE}`, 'delete a recording of somebody');
  await page.goto('/admin?tab=users');
  await lookBehind(page, 'More for Dialogs_fan', 'Role of Dialogs_fan', 'role');
  await lookBehind(page, 'More for Dialogs_fan', 'Delete Dialogs_fan', 'remove somebody');
  await page.goto('/admin?tab=comments');
  await lookBehind(page, /^More for the comment of/, /^Delete the comment of/, 'delete a comment');
  await page.goto('/admin?tab=reports');
  await look(page, /^Open the report about/, 'report');
  await lookBehind(page, /^More for the report about/, /^Delete the report about/, 'delete a report');
  await page.goto('/admin?tab=tools');
  await look(page, 'Delete all user content', 'delete everything');
  await look(page, 'Take down one recording', 'delete one by force');
  await context.close();
});
