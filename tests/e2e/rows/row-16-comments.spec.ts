// Comments and their likes on a real server, by touch and by keyboard, at phone and desktop size.
import { expect, type Page, test } from 'playwright/test';
import { callAction, visitor } from '../../support/server/publish.ts';
import { faultsOn } from '../axe.ts';
import { confirmAge, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

// New visitors at one address share a rate limit until their first comment.
const stage = ownStage({ RATE_LIMIT_FACTOR: '1000' });
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

const field = (page: Page) => page.getByRole('textbox', { name: 'Your comment' });
const shown = (page: Page) => page.locator('[data-comment] p').allTextContents();

for (const size of SIZES) {
  const at = `${size.width} × ${size.height}`;

  test(`Enter sends a comment, and card, player and comment page show the same count at ${at} (row 16)`, async ({
    browser,
  }) => {
    const track = await publishTrack(stage, `Counted ${size.width}`);
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.goto(`/comment-track?trackId=${track.id}`);
    await expect(page.getByText('No comments yet')).toBeVisible();
    await expect(page.getByText('Be the first to comment!')).toBeVisible();

    await field(page).pressSequentially('  ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Write a word or two first');
    await field(page).fill('x'.repeat(500));
    await expect(page.getByText('500 / 500')).toBeVisible();
    await page.keyboard.type('y');
    await expect(field(page)).toHaveValue('x'.repeat(500));

    await field(page).fill('so close');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('');
    await expect.poll(() => shown(page)).toEqual(['so close']);
    await expect(page.locator('[data-comment] [lang=de]')).toHaveText('Du');
    expect(await faultsOn(page)).toEqual([]);

    await expect(page.getByText('1 comment', { exact: true })).toBeVisible();
    await page.getByRole('heading', { level: 1, name: track.title }).click();
    await expect(page.getByRole('link', { name: '1 comment' })).toBeVisible();
    await expect(page.locator('[data-comments-count]')).toHaveText('1');
    expect(await faultsOn(page)).toEqual([]);
    expect(await readAs(visitor(stage.server.url), 'getTracks', { id: track.id })).toMatchObject([
      { commentsCount: 1 },
    ]);
    expect(errors).toEqual([]);
  });

  test(`a failing server keeps the text and says so at ${at} (row 16)`, async ({ browser }) => {
    const track = await publishTrack(stage, `Failing ${size.width}`);
    const { page } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    const broken = { success: false, error: 'boom', code: 'internal' };
    await page.route('**/upload.php?action=addComment', (route) =>
      route.fulfill({ status: 500, json: broken }),
    );
    await page.goto(`/comment-track?trackId=${track.id}`);
    await field(page).fill('so close');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('Fehler beim Hinzufügen des Kommentars. Bitte versuchen Sie es erneut.');
    await expect(alert.locator('[lang=de]')).toBeVisible();
    await expect(field(page)).toHaveValue('so close');
    await expect(page.getByText('boom')).toBeHidden();
    expect(await faultsOn(page)).toEqual([]);
    await page.unroute('**/upload.php?action=addComment');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual(['so close']);
  });
}

test('liking a comment shows, survives a reload, can be undone, and never drops below zero (row 16)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Liked words');
  const { id } = await callAction<{ id: string }>(track.owner, 'addComment', {
    trackId: track.id,
    content: 'Thank you for listening',
  });
  const { page } = await phone(browser, stage.server);
  const like = page.getByRole('button', { name: /^Like this comment/ });
  const likes = async () =>
    (await readAs<{ likes: number }[]>(visitor(stage.server.url), 'getComments', { trackId: track.id }))[0]
      ?.likes;
  await page.goto(`/comment-track?trackId=${track.id}`);
  await like.click();
  await expect.poll(likes).toBe(1);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveAttribute('aria-label', 'Like this comment, 0 likes');
  await expect.poll(likes).toBe(0);
  await callAction(track.owner, 'removeCommentLike', { likeId: id });
  expect(await likes()).toBe(0);
});

test('a comment written offline is saved, sent once, and deleted with an undo (row 16)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'In the tunnel');
  const { context, page } = await phone(browser, stage.server);
  const all = () =>
    readAs<{ content: string }[]>(visitor(stage.server.url), 'getComments', { trackId: track.id });
  await page.goto(`/comment-track?trackId=${track.id}`);
  await expect(page.getByText('No comments yet')).toBeVisible();
  await context.setOffline(true);
  await field(page).fill('from the tunnel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved on this phone, will send when you’re online').first()).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await context.setOffline(false);
  await expect.poll(async () => (await all()).length).toBe(1);
  await expect.poll(() => shown(page)).toEqual(['from the tunnel']);
  await expect(page.locator('[data-unsent]')).toHaveCount(0);

  await page.getByRole('button', { name: 'More for this comment' }).click();
  await page.getByRole('button', { name: 'Delete this comment' }).click();
  await expect.poll(() => shown(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toEqual(['from the tunnel']);
  await page.getByRole('button', { name: 'More for this comment' }).click();
  await page.getByRole('button', { name: 'Delete this comment' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  // Leaving the page is final.
  await expect.poll(async () => (await all()).length).toBe(0);
});

test('comments work by keyboard, and a screen reader hears each change (row 16)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Read out');
  await callAction(track.owner, 'addComment', { trackId: track.id, content: 'Listen at 0:03' });
  const { page } = await phone(browser, stage.server);
  await page.goto(`/comment-track?trackId=${track.id}`);
  await expect.poll(() => shown(page)).toHaveLength(1);
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - link /Read out anon_.* 1 comment/:
      - heading "Read out" [level=1]
    - region /Comments/:
      - heading "Comments 1" [level=2]
      - textbox "Your comment"
      - button "Send"
      - list:
        - listitem:
          - link /anon_/
          - time: Just now
          - paragraph:
            - text: Listen at
            - button "Go to 0:03"
          - button "Like this comment, 0 likes"
          - button "More for this comment"
  `);
  const tabTo = async (name: RegExp | string) => {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    }
    throw new Error(`no way to ${name} by Tab`);
  };
  await tabTo('Your comment');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toHaveLength(2);
  await tabTo(/^Like this comment/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Like this comment, 1 like' })).toHaveCount(1);
  await tabTo('Go to 0:03');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/player/${track.id}?t=3`);
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '3');
  await page.getByRole('button', { name: 'Play Read out' }).press('Enter');
  await confirmAge(page);
  await expect(page.getByRole('button', { name: 'Pause Read out' })).toBeVisible();
});
