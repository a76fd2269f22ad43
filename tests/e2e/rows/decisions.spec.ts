// A rejection and a removal, from the moderator's decision to the owner's appeal, on a real server.
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();
const admin = () => signIn(stage.server.url, ADMIN.username, ADMIN.password);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function enter(page: Page, place: string): Promise<void> {
  await page.goto(`/admin${place}`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** A page with the session of an account that acts over HTTP. */
async function asOwner(browser: Parameters<typeof phone>[0], cookie: string) {
  const opened = await phone(browser, stage.server);
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
  await opened.context.addCookies([{ name, value, url: stage.server.url }]);
  return opened;
}

test('a removal names a rule, can be undone, and resolves all reports of its reason; the owner reads it and appeals', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Names a street');
  for (let sent = 0; sent < 3; sent++)
    await callAction(visitor(stage.server.url), 'addReport', {
      report: { trackId: track.id, category: 'privacy', atSeconds: 1, reason: 'A street is named' },
    });
  const { context, page, errors } = await phone(browser, stage.server);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, '?tab=reports');
  const first = page.getByRole('row').filter({ hasText: track.title }).first();
  await first.getByRole('button', { name: /^Open the report/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /Niemand wird verraten/ })).toBeChecked();
  await page.keyboard.press('6');
  await expect(dialog.getByRole('radio', { name: /Ehrliche Worte/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /Niemand wird verraten/ }).check();
  await dialog.getByLabel('Message to the owner').fill('The street is named');
  await pictures(page, 'report');
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, 'Take down').click();
  await expect(page.getByRole('status').filter({ hasText: 'will be taken down' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByText('will be taken down')).toHaveCount(0);
  expect(await readAs<unknown[]>(track.owner, 'getDecisions')).toEqual([]);

  await first.getByRole('button', { name: /^Open the report/ }).click();
  await dialog.getByLabel('Message to the owner').fill('The street is named');
  await button(page, 'Take down').click();
  await pictures(page, 'undo');
  await expect(page.getByText(`“${track.title}” was taken down`)).toBeVisible({ timeout: 30_000 });
  const reports = await readAs<{ trackId: string; status: string }[]>(await admin(), 'getReports');
  expect(reports.filter(({ trackId }) => trackId === track.id).map(({ status }) => status)).toEqual([
    'resolved',
    'resolved',
    'resolved',
  ]);
  await page.goto('/admin?tab=audit');
  await expect(
    page.getByText(`Changed a report about “${track.title}” from pending to resolved`),
  ).toBeVisible();
  await pictures(page, 'log');
  expect(errors).toEqual([]);
  await context.close();

  const owner = await asOwner(browser, track.owner.cookie);
  await owner.page.goto('/report?decisions');
  const decision = owner.page.locator('[data-decision]');
  await expect(decision.getByRole('link', { name: 'Niemand wird verraten' })).toBeVisible();
  await expect(decision).toContainText('At 0:01');
  await expect(decision).toContainText('The street is named');
  await expect(decision).toContainText('Someone reported it. A moderator checked it and decided.');
  await expect(decision).toContainText('You can appeal until');
  await pictures(owner.page, 'decision');
  await button(owner.page, 'Appeal').click();
  await owner.page.getByLabel('Why do you see it differently?').fill('It is a made-up street');
  await pictures(owner.page, 'appeal');
  await button(owner.page, 'Send appeal').click();
  await expect(decision).toContainText('It is a made-up street');
  await owner.page.goto('/report?decisions');
  await decision.getByRole('link', { name: 'Niemand wird verraten' }).click();
  await expect(owner.page.getByRole('heading', { name: 'Niemand wird verraten' })).toBeInViewport();
  await pictures(owner.page, 'rules');
  expect(owner.errors).toEqual([]);
  await owner.context.close();
});

test('one press settles 30 reports of a brigade, and each reporter is notified once', async ({ browser }) => {
  const track = await publishTrack(stage, 'Reported by a brigade');
  const reporters = Array.from({ length: 30 }, () => visitor(stage.server.url));
  for (const reporter of reporters)
    await callAction(reporter, 'addReport', {
      report: { trackId: track.id, category: 'spam', reason: 'Take it down' },
    });
  const open = async () =>
    (await readAs<{ trackId: string; status: string }[]>(await admin(), 'getReports')).filter(
      ({ trackId, status }) => trackId === track.id && status !== 'resolved',
    ).length;
  expect(await open()).toBe(30);
  const { page, errors } = await phone(browser, stage.server);
  await enter(page, '?tab=reports&status=pending');
  const rows = page.getByRole('row').filter({ hasText: track.title });
  await rows
    .first()
    .getByRole('button', { name: /^Open the report/ })
    .click();
  let decisions = 0;
  page.on('request', (request) => {
    if (request.url().includes('action=updateReportStatus')) decisions++;
  });
  await button(page, 'Keep').click();
  await expect.poll(open).toBe(0);
  expect(decisions).toBe(1);
  await expect(page.getByText('30 reports settled.')).toBeVisible();
  await page.goto('/admin?tab=reports&status=pending');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(page.locator('main [data-loading]')).toHaveCount(0);
  await expect(rows).toHaveCount(0);
  for (const reporter of reporters) {
    const news = await readAs<{ type: string }[]>(reporter, 'getNotifications');
    expect(news.map(({ type }) => type)).toEqual(['report_kept']);
  }
  expect(errors).toEqual([]);
});

test('the moment of a rejection is that of the stopped player, and the owner reads it', async ({
  browser,
}) => {
  const owner = visitor(stage.server.url);
  const sound = Buffer.from(writeWav({ sampleRate: 8000, channels: [voice(8, 8000)] }));
  await publish(owner, sound, { title: 'A name at three seconds', filename: 'a.wav', type: 'audio/wav' });
  const { context, page, errors } = await phone(browser, stage.server);
  await enter(page, '?tab=queue');
  await page.getByRole('article', { name: 'A name at three seconds' }).getByRole('button').last().click();
  await expect(page.locator('[data-item]')).toHaveAttribute('data-claim', 'mine');
  await button(page, 'Play muffled').click();
  await expect(page.getByText(/^0:0[3-6] \/ 0:08$/)).toBeVisible({ timeout: 30_000 });
  await button(page, 'Pause').click();
  await button(page, 'Reject').click();
  const from = page.getByLabel('From minute:second (optional)');
  await expect(from).toHaveValue(/^0:0[3-7]$/);
  await from.fill('0:09');
  await expect(page.getByText('Write minute:second, up to 0:08.')).toBeVisible();
  await pictures(page, 'a moment outside');
  await from.fill('0:03');
  await page.getByRole('radio', { name: /Niemand wird verraten/ }).check();
  await pictures(page, 'rejection');
  await button(page, 'Reject').click();
  await expect(page.locator('[data-outcome]')).toContainText('will be rejected');
  await pictures(page, 'undo of a rejection');
  await expect(page.locator('[data-done]')).toContainText('was rejected', { timeout: 30_000 });
  expect(errors).toEqual([]);
  await context.close();

  const read = await asOwner(browser, owner.cookie);
  await read.page.goto('/profile');
  const upload = read.page.getByRole('article', { name: 'A name at three seconds' });
  await expect(upload).toContainText('At 0:03');
  await pictures(read.page, 'own uploads');
  await upload.getByRole('button', { name: 'Appeal' }).click();
  await pictures(read.page, 'appeal on own uploads');
  expect(read.errors).toEqual([]);
  await read.context.close();
});
