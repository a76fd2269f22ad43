// The player page by its link, at phone, landscape phone and desktop size.
import { expect, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { seriousOn } from '../axe.ts';
import { ADMIN, confirmAge, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();
const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1440, height: 900 },
];

for (const size of SIZES) {
  test(`a deep link shows all parts, with play, title and ring first, at ${size.width} × ${size.height} (row 11)`, async ({
    browser,
  }) => {
    const track = await publishTrack(stage, `All parts ${size.width}`, 20);
    await callAction(track.owner, 'updateTrack', {
      trackId: track.id,
      updates: { transcript: 'Come closer.' },
    });
    const moderator = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
    for (const { uploadId, version } of await readAs<{ uploadId: string; version: number }[]>(
      moderator,
      'getPendingUploads',
    )) {
      await callAction(moderator, 'approveUpload', { uploadId, version });
    }
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.goto(`/player/${track.id}?t=0m12s`);
    const seen = [
      page.getByRole('heading', { level: 1, name: track.title }),
      page.getByRole('button', { name: `Play ${track.title}` }),
      page.getByRole('slider', { name: 'Position' }),
    ];
    for (const part of seen) await expect(part).toBeInViewport({ ratio: 0.5 });
    // No edge cuts the first or last row of buttons.
    for (const key of ['Back 15 seconds', 'Up next and history'])
      await expect(page.getByRole('button', { name: key })).toBeInViewport({ ratio: 1 });
    for (const part of [
      page.getByRole('link', { name: /^anon_/ }).first(),
      page.getByText('0 plays'),
      page.getByRole('button', { name: 'Like, 0 likes' }),
      page.getByRole('button', { name: 'Bookmark', exact: true }),
      page.getByRole('link', { name: '0 comments' }),
      page.getByText('Intimate whispers sharing personal thoughts and desires'),
      page.getByRole('textbox', { name: 'Your comment' }),
      page.getByText('No comments yet'),
      page.getByText('Be the first to comment!'),
      page.getByRole('link', { name: /^Report inappropriate content/ }),
    ]) {
      await expect(part).toBeVisible();
    }
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText(['Diverse', 'Soft']);
    await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '12');
    await page.getByText('Transcript').click();
    await expect(page.getByText('Come closer.')).toBeVisible();
    expect(await seriousOn(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    if (size.width === 1440) {
      const circle = await page.locator('canvas[data-visualizer]').boundingBox();
      const comments = await page.getByRole('heading', { name: 'Comments' }).boundingBox();
      expect(comments?.x ?? 0).toBeGreaterThan((circle?.x ?? 0) + (circle?.width ?? 0));
    }
    expect(errors).toEqual([]);
  });
}

test('a rejected upload has no player page and appears in no feed (row 11)', async ({ browser }) => {
  const { url } = stage.server;
  const bytes = Buffer.from(writeWav({ sampleRate: 8000, channels: [voice(9, 8000)] }));
  const fields = { title: 'Not taken', filename: 'a.wav', type: 'audio/wav' };
  const { data } = await publish(visitor(url), bytes, fields);
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  await callAction(admin, 'rejectUpload', { uploadId: data.uploadId, reason: 'Somebody is named.' });
  const { page } = await phone(browser, stage.server);
  for (const path of [`/player/${data.uploadId}`, `/comment-track?trackId=${data.uploadId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Track not found');
  }
  for (const path of ['/', '/category/new', '/search?q=taken']) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading').first(), path).toBeVisible();
    await expect(page.locator('main [data-loading]'), path).toHaveCount(0);
    await expect(page.getByText('Not taken'), path).toHaveCount(0);
  }
});

test('unknown and deleted ids show "Track not found", also while open (row 11)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Taken back');
  const { page } = await phone(browser, stage.server);
  const title = page.getByRole('heading', { level: 1 });
  for (const id of ['nobody', '%20']) {
    await page.goto(`/player/${id}`);
    await expect(title).toHaveText('Track not found');
  }
  await page.getByRole('link', { name: 'Back to the feed' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`/player/${track.id}`);
  await expect(title).toHaveText(track.title);
  await callAction(track.owner, 'deleteTrack', { trackId: track.id });
  await expect(title).toHaveText('Track not found');
});

test('Back from the comments of a deleted track goes one step back, or home without history (row 11)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Gone meanwhile');
  const { page } = await phone(browser, stage.server);
  const title = page.getByRole('heading', { level: 1 });
  const goBack = page.getByRole('button', { name: 'Go back' });
  await page.goto(`/player/${track.id}`);
  await page.getByRole('link', { name: '0 comments' }).click();
  await page.waitForURL('**/comment-track?**');
  await expect(title).toHaveText(track.title);
  await callAction(track.owner, 'deleteTrack', { trackId: track.id });
  await expect(title).toHaveText('Track not found');
  await goBack.click();
  await page.waitForURL(`**/player/${track.id}`);
  await page.goto(`/comment-track?trackId=${track.id}`);
  await expect(title).toHaveText('Track not found');
  await goBack.click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('leaving the player page keeps the audio playing in the mini player (row 11)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Goes on', 60);
  const { page } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  await page.getByRole('button', { name: `Play ${track.title}` }).click();
  await confirmAge(page);
  await expect(page.getByRole('button', { name: `Pause ${track.title}` })).toBeVisible();
  await page.getByRole('link', { name: '0 comments' }).click();
  const mini = page.getByRole('region', { name: 'Now playing' });
  await expect(mini).toBeVisible();
  const position = () => mini.locator('[class*=time]').textContent();
  const before = await position();
  await expect.poll(position).not.toBe(before);
  // The comment field stays above the mini player.
  await page.getByRole('textbox', { name: 'Your comment' }).fill('still here');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-comment] p')).toHaveText('still here');
});
