// On a real server: the tables show existing rows, and rows deleted there disappear.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { callAction, signIn, visitor } from '../../support/server/publish.ts';
import { faultsOn } from '../axe.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

const admin = () => signIn(stage.server.url, ADMIN.username, ADMIN.password);

async function enter(page: Page, place = ''): Promise<void> {
  await page.goto(`/admin${place}`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

const card = (page: Page, name: string) => page.locator(`[data-card="${name}"] dd > span`).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

for (const size of SIZES)
  test(`shows numbers, search and every tab at ${size.width} × ${size.height} (row 43)`, async ({
    browser,
  }) => {
    const quiet = await publishTrack(stage, `Quiet at ${size.width}`);
    const loud = await publishTrack(stage, `Loud at ${size.width}`);
    await callAction(visitor(stage.server.url), 'addReport', {
      report: {
        type: 'recording',
        trackId: loud.id,
        reason: 'Somebody is named in it, and their street, too',
      },
    });
    await callAction(loud.owner, 'addComment', { trackId: quiet.id, content: `A word at ${size.width}` });
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await enter(page);
    const counts = await readAs<Record<string, number>>(await admin(), 'getOverview');
    await expect(card(page, 'users')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Statistiken' }).click();
    for (const name of ['users', 'tracks', 'comments', 'likes', 'reports'])
      await expect(card(page, name), name).toHaveText(String(counts[name]));
    expect(counts.tracks).toBe((await readAs<unknown[]>(visitor(stage.server.url), 'getTracks')).length);

    await page.getByRole('tab', { name: 'Uploads' }).click();
    await page.getByRole('searchbox').fill(`QUIET AT ${size.width}`);
    await expect(page.getByText('1 recording', { exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: quiet.title })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();

    for (const [tab, shown] of [
      ['Uploads', quiet.title],
      ['Benutzer', ADMIN.username],
      ['Kommentare', `A word at ${size.width}`],
      ['Reports', 'Somebody is named in it, and t…'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('row').filter({ hasText: shown }).first(), tab).toBeVisible();
      expect(await faultsOn(page), tab).toEqual([]);
    }
    for (const name of ['Audit log', 'Tools']) {
      await button(page, name).click();
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
      await page.waitForTimeout(300);
      expect(await faultsOn(page), name).toEqual([]);
    }
    expect(errors).toEqual([]);
  });

test('the audio of a deleted recording is gone (row 44), and so is everything of a removed user (row 45)', async ({
  browser,
}) => {
  const first = await publishTrack(stage, 'Goes by its row');
  const second = await publishTrack(stage, 'Goes with its person');
  const [track] = await readAs<{ url: string; user: { id: string; username: string } }[]>(
    visitor(stage.server.url),
    'getTracks',
    { id: first.id },
  );
  const [other] = await readAs<{ user: { username: string } }[]>(visitor(stage.server.url), 'getTracks', {
    id: second.id,
  });
  await callAction(second.owner, 'addComment', { trackId: first.id, content: 'Said and gone' });
  const { page, errors } = await phone(browser, stage.server);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, '?tab=comments');
  await button(page, /^More for the comment of/)
    .first()
    .click();
  await button(page, /^Delete the comment of/).click();
  await page.getByRole('radio', { name: /Ehrliche Worte/ }).check();
  await button(page, 'Delete comment').click();
  // The dialog quotes it until the server has answered.
  await expect(page.getByText('Said and gone')).toHaveCount(0);
  const [bare] = await readAs<{ commentsCount: number }[]>(first.owner, 'getTracks', { id: first.id });
  expect(bare?.commentsCount).toBe(0);

  await page.getByRole('tab', { name: 'Uploads' }).click();
  await button(page, `More for ${first.title}`).click();
  await button(page, `Delete ${first.title}`).click();
  await page.getByRole('radio', { name: /Ehrliche Worte/ }).check();
  await button(page, 'Take down').click();
  await expect(page.getByText(first.title, { exact: true })).toBeHidden();
  expect((await fetch(`${stage.server.url}${track?.url}`)).status).toBe(404);

  await page.getByRole('tab', { name: 'Benutzer' }).click();
  await button(page, `Delete ${other?.user.username}`).click();
  await page.getByLabel('Reason', { exact: true }).fill('Spam');
  await page.getByLabel('Your password').fill(ADMIN.password);
  await button(page, 'Delete account').click();
  await expect(button(page, `Delete ${other?.user.username}`)).toBeHidden();
  expect(await readAs(visitor(stage.server.url), 'getTracks', { id: second.id })).toEqual([]);
  expect(errors).toEqual([]);
});

test('deletes everything after a typed confirmation and the password, logs it, and saves the newest hash (row 50)', async ({
  browser,
}) => {
  await publishTrack(stage, 'One of all');
  const { page, errors } = await phone(browser, stage.server);
  await enter(page, '?tab=tools');
  await button(page, 'Delete all user content').click();
  const go = button(page, 'Confirm');
  await expect(go).toBeDisabled();
  await page.getByLabel('Type LÖSCHEN to continue').fill('LÖSCHEN');
  await page.getByLabel('Your password').fill(ADMIN.password);
  await go.click();
  await expect(page.getByText('Done. 0 recordings are left.')).toBeVisible();
  expect(await readAs(visitor(stage.server.url), 'getTracks')).toEqual([]);

  await button(page, 'Audit log').click();
  await expect(page.getByRole('row').filter({ hasText: 'Deleted all user content' })).toBeVisible();
  /** The check asks for the password. */
  const confirm = async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Check the chain' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await page.getByText('Verify the audit log').click();
  await button(page, 'Check the chain').click();
  await confirm();
  await expect(page.getByText(/^The log is intact/)).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, 'Save the newest hash').click();
  const path = await (await download).path();
  const note = JSON.parse(await readFile(path, 'utf8')) as { position: number; hash: string };
  expect(note.hash).toMatch(/^[0-9a-f]{64}$/);
  await page.locator('input[type=file]').setInputFiles(path);
  await confirm();
  await expect(page.getByText(`Saved entry ${note.position} is unchanged.`)).toBeVisible();
  expect(errors).toEqual([]);
});
