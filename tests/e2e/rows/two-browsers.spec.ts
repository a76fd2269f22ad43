// Two browsers: a change in one shows in the other within two seconds without a reload; a hidden page catches up when it
// is shown again.
import { type Browser, chromium, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { type Client, callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, type Phone, phone } from '../journey.ts';

/** The limit of the promise. */
const SOON = { timeout: 2000 };
const RATE = 16_000;

const stage = ownStage();
let browser: Browser;
let owner: Client;
let moderator: Client;
let left: Phone;
let right: Phone;
let serial = 0;

test.beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  owner = visitor(stage.server.url);
  moderator = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
});
test.beforeEach(async () => {
  [left, right] = [await phone(browser, stage.server), await phone(browser, stage.server)];
});
test.afterEach(async () => {
  expect([left.errors, right.errors]).toEqual([[], []]);
  await left.context.close();
  await right.context.close();
});
test.afterAll(() => browser?.close());

/** Uploads a unique recording of the owner, which waits for a moderator. */
async function waiting(title: string): Promise<string> {
  const samples = voice(8, RATE);
  serial++;
  samples[samples.length - 1] = serial / 100;
  const wav = writeWav({ sampleRate: RATE, channels: [samples] });
  const { data } = await publish(owner, wav, { title, filename: `${serial}.wav`, type: 'audio/wav' });
  return data.uploadId;
}

async function publishNew(title: string): Promise<string> {
  const uploadId = await waiting(title);
  return (await callAction<{ id: string }>(moderator, 'approveUpload', { uploadId })).id;
}

/** Opens `path` and waits for its event stream. */
async function listening({ page }: Phone, path: string): Promise<void> {
  const stream = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/events');
  await page.goto(path);
  expect((await stream).status()).toBe(200);
}

/** Writes as this browser's user, who becomes a guest. */
const act = (page: Page, action: string, body: object) =>
  page.evaluate(
    async ([name, text]) => {
      const reply = await fetch(`/upload.php?action=${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text ?? '',
      });
      if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    },
    [action, JSON.stringify(body)],
  );

/** Simulates turning the phone's screen off and on. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** How often the lists stored on this device hold the recording. */
const storedRows = (page: Page, trackId: string) =>
  page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('aural-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('copies').objectStore('copies').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result).split(`"id":"${id}"`).length - 1);
          };
        };
      }),
    trackId,
  );

test('a like shows on the other device, in the feed and on the player page', async () => {
  const trackId = await publishNew('Liked elsewhere');
  await listening(left, '/');
  await listening(right, '/');
  const card = right.page.locator(`article[data-track="${trackId}"]`).first();
  await expect(card).toBeVisible();
  await act(left.page, 'addLike', { like: { trackId } });
  await expect(card.getByRole('button', { name: /, 1 like$/ })).toBeVisible(SOON);
  await listening(right, `/player/${trackId}`);
  await expect(right.page.getByRole('button', { name: 'Like, 1 like', exact: true })).toBeVisible();
  await act(left.page, 'removeLike', { likeId: trackId });
  await expect(right.page.getByRole('button', { name: 'Like, 0 likes', exact: true })).toBeVisible(SOON);
});

test('a comment is counted on the other device', async () => {
  const trackId = await publishNew('Commented elsewhere');
  await listening(left, '/');
  await listening(right, `/player/${trackId}`);
  await expect(right.page.getByText('No comments yet')).toBeVisible();
  await act(left.page, 'addComment', { trackId, content: 'Good night' });
  await expect(right.page.locator('[data-comments-count]')).toHaveText('1', SOON);
  await expect(right.page.getByText('Good night', { exact: true })).toBeVisible(SOON);
});

test('a follow shows in the other device’s News and dot, and reading it there clears both', async () => {
  await listening(left, '/');
  await listening(right, '/');
  const sha256 = 'a'.repeat(64);
  const stream = right.page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/events');
  await act(right.page, 'getPowChallenge', { sha256, size: 1 });
  await right.page.reload();
  await stream;
  const followed = await right.page.evaluate(
    async () => (await (await fetch('/upload.php?action=me')).json()).data.id as string,
  );
  const second = await right.context.newPage();
  await second.goto('/');
  await act(left.page, 'addFollow', { follow: { followingId: followed } });
  const dot = right.page.getByRole('link', { name: 'News, unread' });
  await expect(dot).toBeVisible(SOON);
  await expect(second.getByRole('link', { name: 'News, unread' })).toBeVisible(SOON);
  await dot.click();
  await expect(right.page.getByText(/follows you/)).toBeVisible();
  await expect(right.page.getByRole('link', { name: 'News', exact: true })).toBeVisible();
  await right.page.getByRole('link', { name: 'Home' }).click();
  await expect(second.getByRole('link', { name: 'News', exact: true })).toBeVisible({ timeout: 4000 });
});

test('an approval appears in a visitor’s feed, and a deletion removes the track', async () => {
  const uploadId = await waiting('Approved elsewhere');
  await listening(right, '/');
  const { id } = await callAction<{ id: string }>(moderator, 'approveUpload', { uploadId });
  const card = right.page.getByRole('button', { name: 'Play Approved elsewhere' }).first();
  await expect(card).toBeVisible(SOON);
  await callAction(owner, 'deleteTrack', { trackId: id });
  await expect(card).toBeHidden(SOON);
});

test('an urgent report takes a recording from the feed and player of others, and from a page that was offline', async () => {
  const trackId = await publishNew('Reported elsewhere');
  const [absent, elsewhere] = [await phone(browser, stage.server), await phone(browser, stage.server)];
  await listening(left, '/');
  await listening(right, `/player/${trackId}`);
  await listening(absent, '/');
  await listening(elsewhere, '/');
  const cardOn = ({ page }: Phone) => page.locator(`article[data-track="${trackId}"]`);
  for (const listener of [left, absent, elsewhere]) await expect(cardOn(listener).first()).toBeVisible();
  await expect(right.page.getByRole('heading', { name: 'Reported elsewhere' })).toBeVisible();
  await elsewhere.page.getByRole('link', { name: 'News', exact: true }).click();
  await expect(elsewhere.page.getByRole('heading', { name: 'News' })).toBeVisible();
  await expect.poll(() => storedRows(elsewhere.page, trackId)).toBeGreaterThan(0);
  for (const { context } of [absent, elsewhere]) await context.setOffline(true);
  const reporter = visitor(stage.server.url);
  const body = { username: 'attentive', password: 'Candle-light-44', isOver18: true };
  await callAction(reporter, 'register', body);
  await callAction(reporter, 'addReport', { report: { trackId, category: 'minor' } });
  await expect(cardOn(left)).toHaveCount(0, SOON);
  await expect(right.page.getByText('Track not found')).toBeVisible(SOON);
  await expect(cardOn(absent).first()).toBeVisible();
  expect(await storedRows(elsewhere.page, trackId)).toBeGreaterThan(0);
  for (const { context } of [absent, elsewhere]) await context.setOffline(false);
  await expect(cardOn(absent)).toHaveCount(0);
  // Its feed is not read again: the news are on the screen.
  await expect.poll(() => storedRows(elsewhere.page, trackId)).toBe(0);
  for (const listener of [left, right, absent])
    await expect.poll(() => storedRows(listener.page, trackId)).toBe(0);
  for (const { context } of [absent, elsewhere]) await context.close();
});

test('a hidden page does not read and catches up when it is shown', async () => {
  const trackId = await publishNew('Woken elsewhere');
  await listening(left, '/');
  await listening(right, '/');
  const card = right.page.locator(`article[data-track="${trackId}"]`).first();
  await expect(card).toBeVisible();
  await turn(right.page, 'hidden');
  const asked: string[] = [];
  right.page.on('request', (request) => {
    if (/upload\.php|api\/events/.test(request.url())) asked.push(request.url());
  });
  await act(left.page, 'addLike', { like: { trackId } });
  const uploadId = await waiting('While it slept');
  await callAction(moderator, 'approveUpload', { uploadId });
  expect(asked).toEqual([]);
  await turn(right.page, 'visible');
  await expect(card.getByRole('button', { name: /, 1 like$/ })).toBeVisible(SOON);
  await expect(right.page.getByRole('button', { name: 'Play While it slept' }).first()).toBeVisible(SOON);
});
