// On the real server: one sound in the whole app, refused while recording, retries and limits, and the lock screen.
import { expect, test } from 'playwright/test';
import { visitor } from '../../support/server/publish.ts';
import { card, playCard, publishTracks, silent, sounding, sounds, watchSound } from '../heard.ts';
import { ownStage, phone, recordedFor } from '../journey.ts';
import { member, phoneOf } from '../profileSteps.ts';
import { readAs } from '../published.ts';

const stage = ownStage();
let ids: Record<string, string> = {};
test.beforeAll(async () => {
  ids = await publishTracks(stage.server, ['Rain', 'Snow', 'Wind']);
});

const playsOf = async (title: string) => {
  const id = ids[title] ?? '';
  const [track] = await readAs<{ plays: number }[]>(visitor(stage.server.url), 'getTracks', { id });
  return track?.plays;
};

test('starting B stops A, playback continues across pages, and the lock screen follows (row 12)', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Rain');
  const first = await sounds(page);
  await playCard(page, 'Snow');
  await expect.poll(async () => (await sounding(page))[0]?.source ?? '').not.toBe(first.source);
  await sounds(page);
  await card(page, 'Snow').getByRole('link', { name: 'Open the player' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
  await sounds(page);
  const session = () =>
    page.evaluate(() => `${navigator.mediaSession.playbackState} ${navigator.mediaSession.metadata?.title}`);
  await expect.poll(session).toBe('playing Snow');
  await page.getByRole('button', { name: 'Pause Snow' }).click();
  await silent(page);
  await expect.poll(session).toBe('paused Snow');
  expect(errors).toEqual([]);
});

test('the last press in two tabs plays, and the other tab keeps its position (row 12)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Rain');
  await sounds(page);
  const other = await context.newPage();
  await watchSound(other);
  await other.goto('/');
  await playCard(other, 'Snow');
  await sounds(other);
  await silent(page);
  await expect(card(page, 'Rain').getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.bringToFront();
  await card(page, 'Rain').getByRole('button', { name: 'Play', exact: true }).click();
  await sounds(page);
  await silent(other);
});

test('recording stops playback and refuses it until it ends (row 12)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Rain');
  await sounds(page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, 1);
  await silent(page);
  await page.getByRole('button', { name: 'Play Rain' }).click();
  // The bar reacts to every press at once, so this one had no effect.
  await expect(page.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  expect(await sounding(page)).toEqual([]);
});

test('a deleted file is requested twice, the card says so, and the next one plays (row 12)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  const asked: number[] = [];
  await page.route('**/audio/**', async (route) => {
    asked.push(Date.now());
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto('/');
  await playCard(page, 'Wind');
  await expect(page.getByRole('alert').first()).toHaveText('Audio-Datei "Wind" ist nicht verfügbar.');
  // Long enough for an endless retry to show itself.
  await page.waitForTimeout(3000);
  expect(asked).toHaveLength(2);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(500);
  await page.unroute('**/audio/**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await sounds(page);
});

test('stops loading audio after 15 s without an answer (row 12)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.route('**/audio/**', () => undefined);
  await page.goto('/');
  await playCard(page, 'Wind');
  await expect(page.getByText('The recording is taking too long to load.')).toBeVisible({ timeout: 20_000 });
});

test('counts one play per listener, however often it starts (row 12)', async ({ browser }) => {
  const before = (await playsOf('Rain')) ?? 0;
  // Visitors without an account are identified by their address, which all phones here share.
  for (const listener of [1, 2]) {
    const { context, page } = await phoneOf(browser, stage, await member(stage, `Row12_ear_${listener}`));
    await watchSound(page);
    await page.goto('/');
    const counted = page.waitForResponse((reply) => reply.url().includes('action=incrementPlay'));
    await playCard(page, 'Rain');
    await sounds(page);
    expect((await counted).ok()).toBe(true);
    await card(page, 'Rain').getByRole('button', { name: 'Stop Rain', exact: true }).click();
    await silent(page);
    await playCard(page, 'Rain');
    await sounds(page);
    await page.reload();
    await playCard(page, 'Rain');
    await sounds(page);
    expect(await playsOf('Rain')).toBe(before + listener);
    await context.close();
  }
});

test('previous restarts the track after 3 s and goes back before (row 12)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Snow');
  await sounds(page);
  await card(page, 'Snow').getByRole('link', { name: 'Open the player' }).click();
  const ring = page.getByRole('slider', { name: 'Position' });
  await expect.poll(async () => Number(await ring.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(4);
  await page.getByRole('button', { name: 'Previous track' }).click();
  await expect.poll(async () => (await sounding(page))[0]?.at ?? 9).toBeLessThan(2);
  await expect(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous track' }).click();
  // Newest first: Wind precedes Snow.
  await expect(page.getByRole('heading', { level: 1, name: 'Wind' })).toBeVisible();
  await sounds(page);
});

test('playback continues at its position after the network was gone (row 12)', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Rain');
  await sounds(page);
  // The element's own error after a broken connection.
  await context.setOffline(true);
  await page.route('**/audio/**', (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => {
    const [element] = (window as unknown as { made: HTMLAudioElement[] }).made;
    if (element) element.src = `${element.currentSrc}?gone`;
  });
  await expect(page.getByText('We can’t reach the server right now.').first()).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute('**/audio/**');
  await context.setOffline(false);
  await sounds(page);
});
