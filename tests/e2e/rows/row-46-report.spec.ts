// Reports on a real server: of a recording, a description and a comment; refused, failing, offline, and their outcome.
import { expect, type Page, test } from 'playwright/test';
import { callAction, signIn } from '../../support/server/publish.ts';
import { faultsOn } from '../axe.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

/** The parts of a moderator's view that a journey checks. */
interface Reported {
  id: string;
  type: string;
  targetId: string;
  targetTitle: string;
  category: string | null;
  atSeconds: number | null;
  reason: string;
  status: string;
}

const moderator = () => signIn(stage.server.url, ADMIN.username, ADMIN.password);
const reportsOf = async (targetId: string) =>
  (await readAs<Reported[]>(await moderator(), 'getReports')).filter((each) => each.targetId === targetId);

const reason = (page: Page) => page.getByRole('textbox', { name: 'Details (optional)' });
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('goes to the first page when opened without anything to report (row 46)', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  await page.goto('/report');
  await expect(page).toHaveURL(`${stage.server.url}/`);
  expect(errors).toEqual([]);
});

for (const size of SIZES) {
  test(`reports from the player to a moderator's list at ${size.width} × ${size.height} (row 46)`, async ({
    browser,
  }) => {
    const track = await publishTrack(stage, `Reported ${size.width}`);
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.goto(`/player/${track.id}?t=3`);
    await page.getByRole('link', { name: 'Report inappropriate content' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Report' })).toBeVisible();
    await expect(page.locator('[data-reported]')).toContainText(track.title);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await expect(choice(page, 'Recording')).toBeChecked();
    await expect(choice(page, 'Comment')).toBeDisabled();
    await expect(choice(page, 'Something else')).toBeChecked();
    await expect(page.locator('[data-moment="3"]')).toBeVisible();

    await expect(page.locator('[data-count]')).toHaveText('0 / 500');
    await reason(page).fill('x'.repeat(500));
    await expect(page.locator('[data-count]')).toHaveText('500 / 500');
    await reason(page).press('End');
    await page.keyboard.type('y');
    await expect(reason(page)).toHaveValue('x'.repeat(500));
    await choice(page, 'Somebody did not agree to this').check();
    expect(await faultsOn(page)).toEqual([]);

    await reason(page).fill('  somebody else is heard  ');
    await send(page).click();
    await expect(page).toHaveURL(`${stage.server.url}/player/${track.id}`);
    await expect(page.getByText('Thanks for your report')).toBeVisible();
    expect(await reportsOf(track.id)).toMatchObject([
      {
        type: 'recording',
        targetTitle: track.title,
        category: 'consent',
        atSeconds: 3,
        reason: 'somebody else is heard',
        status: 'pending',
      },
    ]);
    // The report hides the recording at once: the page may ask for it again before it knows.
    expect(errors.filter((text) => !text.includes('404 (Not Found)'))).toEqual([]);
  });

  test(`a failing server keeps the text and says so at ${size.width} × ${size.height} (row 46)`, async ({
    browser,
  }) => {
    const track = await publishTrack(stage, `Failing ${size.width}`);
    const { page } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.route('**/upload.php?action=addReport', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'boom', code: 'internal' } }),
    );
    await page.goto(`/report?trackId=${track.id}`);
    await reason(page).fill('somebody else is heard');
    await send(page).click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('Fehler beim Senden des Reports. Bitte versuchen Sie es erneut.');
    await expect(alert).toBeInViewport();
    await expect(alert.locator('[lang=de]')).toBeVisible();
    await expect(reason(page)).toHaveValue('somebody else is heard');
    await expect(page.getByText('boom')).toBeHidden();
    expect(await faultsOn(page)).toEqual([]);
    await page.unroute('**/upload.php?action=addReport');
    await send(page).click();
    await expect(page).toHaveURL(`${stage.server.url}/player/${track.id}`);
    expect(await reportsOf(track.id)).toHaveLength(1);
  });
}

test('quotes and reports a description or a comment as such, also after a reload (row 46)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Many words');
  await callAction(await moderator(), 'setAutoApproveStatus', { status: true });
  await callAction(track.owner, 'updateTrack', {
    trackId: track.id,
    updates: { description: 'Call me at 030 123' },
  });
  await callAction(await moderator(), 'setAutoApproveStatus', { status: false });
  const { id: commentId } = await callAction<{ id: string }>(track.owner, 'addComment', {
    trackId: track.id,
    content: 'Something ugly',
  });
  const { page, errors } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  await page.getByRole('link', { name: 'Report the description' }).click();
  await expect(choice(page, 'Description')).toBeChecked();
  await expect(page.locator('blockquote')).toHaveText('Call me at 030 123');
  await page.reload();
  await expect(page.locator('blockquote')).toHaveText('Call me at 030 123');
  await send(page).click();
  await expect(page).toHaveURL(`${stage.server.url}/player/${track.id}`);

  await page.getByRole('button', { name: 'More for this comment' }).click();
  await page.getByRole('link', { name: 'Report this comment' }).click();
  await expect(choice(page, 'Comment')).toBeChecked();
  await expect(page.locator('blockquote')).toHaveText('Something ugly');
  await page.reload();
  await expect(page.locator('blockquote')).toHaveText('Something ugly');
  await send(page).click();
  await expect(page).toHaveURL(`${stage.server.url}/player/${track.id}`);
  expect(await reportsOf(commentId)).toMatchObject([{ type: 'comment', targetTitle: 'Something ugly' }]);
  expect(await reportsOf(track.id)).toMatchObject([
    { type: 'description', targetTitle: 'Call me at 030 123' },
  ]);
  expect(errors).toEqual([]);
});

test('the moment can be removed, and cancel leads back without sending (row 46)', async ({ browser }) => {
  const track = await publishTrack(stage, 'A moment');
  const { page, errors } = await phone(browser, stage.server);
  await page.goto(`/report?trackId=${track.id}&t=3m12s`);
  await expect(page.getByText('At 3:12')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the moment' }).click();
  await expect(page.getByText('At 3:12')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${stage.server.url}/player/${track.id}`);
  await expect(page.getByText('Thanks for your report')).toBeHidden();
  expect(await reportsOf(track.id)).toEqual([]);
  expect(errors).toEqual([]);
});

test('an offline report is saved on this phone and sent once (row 46)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Far away');
  const { context, page } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  await page.getByRole('link', { name: 'Report inappropriate content' }).click();
  await choice(page, 'Spam or advertising').check();
  await context.setOffline(true);
  await send(page).click();
  await expect(page.getByText('Saved on this phone, will send when you’re online')).toBeVisible();
  expect(await reportsOf(track.id)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => reportsOf(track.id)).toMatchObject([{ category: 'spam' }]);
});

test('the reporter receives the outcome without its text, and the reported user receives the reason and appeals once (row 46)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Not agreed');
  const reporter = await phone(browser, stage.server);
  await reporter.page.goto(`/report?trackId=${track.id}`);
  await send(reporter.page).click();
  await expect(reporter.page.getByText('Thanks for your report')).toBeVisible();
  const [report] = await reportsOf(track.id);
  const decisionReason = 'Somebody in it did not agree';
  const decided = {
    reportId: report?.id,
    status: 'resolved',
    outcome: 'removed',
    ruleId: 'consent',
    decisionReason,
  };
  await callAction(await moderator(), 'updateReportStatus', decided);
  await reporter.page.goto('/news');
  const entry = reporter.page.locator('[data-entry]').first();
  await expect(entry).toContainText('The content you reported was removed');
  await expect(entry).not.toContainText(track.title);

  const owner = await phone(browser, stage.server);
  const [name = '', value = ''] = track.owner.cookie.split('=');
  await owner.context.addCookies([{ name, value, url: stage.server.url }]);
  await owner.page.goto('/news');
  await owner.page.getByRole('link', { name: /Your content was taken down/ }).click();
  const decision = owner.page.getByRole('article');
  await expect(decision).toContainText(track.title);
  await expect(decision).toContainText(decisionReason);
  expect(await faultsOn(owner.page)).toEqual([]);
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await decision.getByRole('textbox').fill('It is my own voice');
  await decision.getByRole('button', { name: 'Send appeal' }).click();
  await expect(decision.getByRole('textbox')).toBeHidden();
  await owner.page.reload();
  await expect(decision).toContainText('It is my own voice');
  await expect(decision.getByRole('textbox')).toBeHidden();
  expect(await readAs(await moderator(), 'getReports')).toContainEqual(
    expect.objectContaining({ id: report?.id, appeal: 'It is my own voice' }),
  );
  expect([...reporter.errors, ...owner.errors]).toEqual([]);
});
