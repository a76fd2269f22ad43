// On the real server: a published recording gets its small copy, a listener with data saver loads it, and both files are deleted
// with the recording.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { callAction, visitor } from '../../support/server/publish.ts';
import { playCard, sounds, watchSound } from '../heard.ts';
import { ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();

const trackOf = async (id: string) =>
  (await readAs<TrackView[]>(visitor(stage.server.url), 'getTracks', { id }))[0];
const blobs = async () =>
  (await readdir(join(stage.server.data, 'blobs'), { recursive: true })).map((path) =>
    path.split('/').at(-1),
  );

test('a listener with data saver loads the small copy, and deletion removes it', async ({ browser }) => {
  test.setTimeout(120_000);
  const { id, owner } = await publishTrack(stage, 'Rain on the roof', 40);
  // The job runs three times a minute.
  await expect.poll(async () => (await trackOf(id))?.small ?? null, { timeout: 60_000 }).not.toBeNull();
  const track = await trackOf(id);
  const { url = '', fileSize = 0 } = track?.small ?? {};
  expect(fileSize).toBeLessThan(((track?.fileSize ?? 0) * 5) / 8);

  const { page, errors } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Rain on the roof');
  expect((await sounds(page)).source).toContain(track?.url);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Settings' }).click();
  const saver = page.getByRole('switch', { name: /^Data saver/ });
  await expect(saver).toHaveAttribute('aria-checked', 'false');
  await saver.click();
  await page.goto('/');
  const answer = page.waitForResponse((response) => response.url().endsWith(url));
  await playCard(page, 'Rain on the roof');
  expect((await sounds(page)).source).toContain(url);
  const headers = (await answer).headers();
  expect(headers['content-range'] ?? '').toMatch(new RegExp(`/${fileSize}$`));
  expect(headers['content-type']).toBe('audio/mpeg');
  const length = await page.evaluate(
    () =>
      (window as unknown as { made: HTMLAudioElement[] }).made.find(({ paused }) => !paused)?.duration ?? 0,
  );
  expect(Math.abs(length - (track?.duration ?? 0))).toBeLessThan(0.01);
  expect(errors).toEqual([]);

  const names = [track?.url ?? '', url].map((path) => path.replace('/audio/', ''));
  expect(await blobs()).toEqual(expect.arrayContaining(names));
  await callAction(owner, 'deleteTrack', { trackId: id });
  for (const name of names) expect(await blobs()).not.toContain(name);
  for (const name of names) expect((await page.request.get(`/audio/${name}`)).status()).toBe(404);
});
