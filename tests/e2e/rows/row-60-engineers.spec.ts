// The pages for engineers in the shipped app: their saved files are valid, and they refuse destructive tools.
import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { readWav } from '../../support/audio/wav.ts';
import { callAction, signIn } from '../../support/server/publish.ts';
import { publishTracks } from '../heard.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';

const stage = ownStage();

test('the audio edit test saves a valid WAV with the specified name (row 60)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/audio-edit-test');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Audio duration: 40 seconds')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Next Step' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^edited_okayletsgo_\d{13}\.wav$/);
  const { sampleRate, channels } = readWav(readFileSync(await file.path()));
  expect((channels[0]?.length ?? 0) / sampleRate).toBeCloseTo(40, 2);
  expect(channels[0]?.some((sample) => Math.abs(sample) > 0.02)).toBe(true);
  await expect(page.getByText(file.suggestedFilename())).toBeVisible();
});

test('test pages refuse destructive tools in this build and otherwise work (row 60)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(request.url());
  });
  for (const prefix of ['', '/aural']) {
    await page.goto(`${prefix}/test-news`);
    await expect(page.getByText(/^Not in this build/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset database' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Create demo data' })).toBeDisabled();
    await page.getByRole('button', { name: 'Test persistence' }).click();
    await expect(page.getByText('This browser saves data.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all data' }).click();
    await expect(page.locator('pre')).toContainText('notifications');
    await page.goto(`${prefix}/test`);
    await expect(page.getByText(/^Not in this build/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  }
  expect(writes).toEqual([]);
  // A production server has no such actions.
  for (const action of ['resetDatabase', 'addDemoActivitiesAndNotifications'])
    expect(
      (await page.request.post(`${stage.server.url}/upload.php?action=${action}`, { data: {} })).status(),
    ).toBe(404);
});

test('the test page lists comments with author and text that the viewer may read (row 60)', async ({
  browser,
}) => {
  const ids = await publishTracks(stage.server, ['Rain'], 6);
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  await callAction(admin, 'addComment', { trackId: ids.Rain, content: 'Heard it twice <b>today</b>' });
  const { page, errors } = await phone(browser, stage.server);
  await page.goto('/test');
  const row = page.locator('[data-comments] li');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(ADMIN.username);
  await expect(row).toContainText('Heard it twice <b>today</b>');
  await expect(row).toContainText('Rain');
  const me = await page.evaluate(async (adminName) => {
    const call = async (action: string, body: object) =>
      (
        await fetch(`/upload.php?action=${action}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    const answer = await (await fetch('/upload.php?action=getDatabase')).json();
    const author = answer.data.comments.find(
      (each: { user: { username: string } }) => each.user.username === adminName,
    );
    return call('hidePerson', { userId: author.user.id, kind: 'mute' });
  }, ADMIN.username);
  expect(me.success).toBe(true);
  await page.reload();
  await expect(page.getByText('No comments here yet.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the benchmark runs in the shipped app, can be cancelled, and saves its file (row 60)', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { page, errors } = await phone(browser, stage.server);
  await page.goto('/bench');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. Nothing was saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('button', { name: 'Save as JSON' })).toBeVisible({ timeout: 200_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^aural-bench-[\d-]+\.json$/);
  const report = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    $schema: string;
    rows: { id: string; check: { isRight: boolean } | null; engine: unknown }[];
  };
  const wrong = report.rows.filter(({ check }) => check !== null && !check.isRight);
  expect(wrong).toEqual([]);
  expect(report.rows.length).toBeGreaterThan(16);
  expect((await page.request.get(report.$schema)).headers()['content-type']).toMatch(/json/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
});
