// The Demo Center, its six demos, and the workflow from recording to review; nothing reaches the server.
import { expect, type Page, test } from 'playwright/test';
import { ownStage, phone } from '../journey.ts';

const stage = ownStage();
const SAMPLE = '**/okayletsgo.mp3';
const CARDS: Record<string, string | RegExp> = {
  '/demo-feed': 'Under the Blanket',
  '/demo-record': 'Ready?',
  '/demo-audio-editor': 'Sounds good!',
  '/demo-upload': 'Upload',
  '/demo-player': 'Under the Blanket',
  '/demo-profile': 'sample_person',
};

const heading = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('heading', { name }).first();

/** Requests that write or publish. */
function watchWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.method() !== 'HEAD')
      writes.push(`${request.method()} ${request.url()}`);
  });
  return writes;
}

test('the sample is an engine-made MP3 at the root of the site (row 59)', async ({ request }) => {
  const reply = await request.get(`${stage.server.url}/okayletsgo.mp3`);
  expect(reply.status()).toBe(200);
  expect(reply.headers()['content-type']).toBe('audio/mpeg');
  const bytes = await reply.body();
  expect(bytes.length).toBeGreaterThan(300_000);
  expect([bytes[0], (bytes[1] ?? 0) & 0xe0]).toEqual([0xff, 0xe0]);
  expect((await request.post(`${stage.server.url}/okayletsgo.mp3`)).status()).toBe(405);
});

for (const prefix of ['', '/aural'])
  test(`all six cards open a working page under "${prefix}/" (row 59)`, async ({ browser }) => {
    const { page, errors } = await phone(browser, stage.server);
    const writes = watchWrites(page);
    await page.goto(`${prefix}/demo`);
    const cards = page.locator('[data-demos="six"] a');
    await expect(cards).toHaveCount(6);
    const addresses = await cards.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(addresses).toEqual(Object.keys(CARDS).map((path) => `${prefix}${path}`));
    for (const [at, name] of Object.values(CARDS).entries()) {
      await cards.nth(at).click();
      await expect(heading(page, name)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('nothing here is published or saved')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.goBack();
      await expect(heading(page, 'Demo Center')).toBeVisible();
    }
    expect(writes).toEqual([]);
    expect(errors).toEqual([]);
  });

test('likes, comments and follows in a demo stay there, and its links lead to demos (row 59)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  const writes = watchWrites(page);
  await page.goto('/demo-feed');
  const card = page.locator('[data-track="sample-1"]').first();
  await card.getByRole('button', { name: /^Like/ }).click();
  await expect(card.getByRole('button', { pressed: true })).toHaveCount(1);
  await card.getByRole('link', { name: 'Under the Blanket' }).click();
  await expect(page).toHaveURL(/\/demo-player$/);
  await page.getByRole('button', { name: /^Follow sample_person/ }).click();
  await expect(page.getByRole('button', { name: /^Following sample_person, 13/ })).toBeVisible();
  await page.getByRole('button', { name: 'Play Under the Blanket' }).click();
  await page.getByRole('button', { name: /18 Jahre alt/ }).click();
  await expect(page.getByRole('button', { name: 'Pause Under the Blanket' })).toBeVisible();
  expect(writes).toEqual([]);
  const reply = await page.request.get(`${stage.server.url}/upload.php?action=getTracks`);
  expect(((await reply.json()) as { data: unknown[] }).data).toEqual([]);
});

test('the workflow runs with the sample blocked, on a tone of 440 Hz (row 59)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  const writes = watchWrites(page);
  await page.route(SAMPLE, (route) => route.abort());
  await page.goto('/demo-workflow');
  await expect(heading(page, 'Ready?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip to Edit' })).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Record', exact: true }).click();
  await expect(heading(page, 'Have fun!')).toBeVisible();
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText('00:01');
  await page.getByRole('button', { name: 'Pause' }).click();
  const held = await timer.textContent();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(timer).not.toHaveText(held ?? '');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(timer).toHaveText('00:00');
  await expect(heading(page, 'Ready?')).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();

  await expect(heading(page, 'Sounds good!')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Audio duration: 10 seconds')).toBeVisible();
  await page.getByRole('button', { name: 'Next Step' }).click();

  await expect(heading(page, 'Almost there!')).toBeVisible({ timeout: 20_000 });
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeDisabled();
  await page.getByLabel('Title').fill('   ');
  await expect(publish).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Diverse' })).toBeChecked();
  const tags = ['Soft', 'Passionate', 'Moan', 'Whisper', 'Breathing'];
  for (const tag of tags) await page.getByRole('button', { name: tag, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Intimate' })).toBeDisabled();
  await page.getByRole('button', { name: 'Moan' }).click();
  await expect(page.getByRole('button', { name: 'Intimate' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back', exact: true }).last().click();
  await expect(heading(page, 'Sounds good!')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel('Title').fill('Night tone');
  await publish.click();

  await expect(heading(page, 'Sicherheitsprüfung läuft')).toBeVisible();
  const pending = await page.evaluate(() => JSON.parse(sessionStorage.getItem('demoPendingData') ?? '{}'));
  expect(pending).toMatchObject({ title: 'Night tone', status: 'pending', estimatedTime: '2-5 Minuten' });
  expect(pending.uploadId).toMatch(/^demo_\d{13}$/);
  await expect(page.getByRole('link', { name: 'Warum?' })).toHaveAttribute('href', '/privacy');
  await page.getByRole('link', { name: 'Verstanden' }).click();
  await expect(page).toHaveURL(`${stage.server.url}/`);
  expect(writes).toEqual([]);
});

test('the upload simulation rises by ten percent every 200 ms and finishes after two seconds (row 59)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  const writes = watchWrites(page);
  await page.goto('/demo-upload');
  const start = page.getByRole('button', { name: 'Start upload' });
  await expect(start).toBeDisabled();
  await page.getByRole('button', { name: 'Use the sample' }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await start.click();
  const bar = page.getByRole('progressbar', { name: 'Upload' });
  for (const percent of [10, 20, 30, 40, 50, 60, 70, 80, 90]) {
    await page.clock.runFor(200);
    await expect(bar).toHaveAttribute('aria-valuenow', String(percent));
  }
  await expect(page.getByText('Upload abgeschlossen')).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByText('Upload abgeschlossen')).toHaveAttribute('lang', 'de');
  expect(writes).toEqual([]);
});

test('without the sample, editor and player say so and offer a next step (row 59)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.route(SAMPLE, (route) => route.abort());
  await page.goto('/demo-audio-editor');
  await expect(heading(page, 'Fehler beim Laden')).toBeVisible();
  await expect(page.getByText('Fehler beim Laden der Audio-Datei')).toBeVisible();
  await page.goto('/demo-player');
  await expect(heading(page, 'Demo-Fehler')).toBeVisible();
  await page.unroute(SAMPLE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Under the Blanket')).toBeVisible();
});
