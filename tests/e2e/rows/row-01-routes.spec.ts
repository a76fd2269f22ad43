// Every path under both prefixes, opened directly and by a link, has its own page.
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';

const stage = ownStage();
const RATE = 16_000;

let trackId = '';
test.beforeAll(async () => {
  const { url } = stage.server;
  const wav = writeWav({ sampleRate: RATE, channels: [voice(6, RATE)] });
  const reply = await publish(visitor(url), Buffer.from(wav), {
    title: 'Row one',
    filename: 'row.wav',
    type: 'audio/wav',
  });
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  const track = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: reply.data.uploadId });
  trackId = track.id;
});

/** The footer's pages, in German. */
const LEGAL: Record<string, string> = {
  '/about': 'Über uns',
  '/richtlinien': 'Richtlinien',
  '/sicherheit': 'Sicherheit',
  '/hilfe': 'Hilfe',
  '/faq': 'FAQ',
  '/kontakt': 'Kontakt',
  '/datenschutz': 'Datenschutz',
  '/agb': 'AGB',
  '/impressum': 'Impressum',
};

/** Path → its heading. `TRACK` stands for a track's id. */
const PAGES: Record<string, string | RegExp> = {
  '/': 'Hear desire, live fantasy',
  '/nope': 'Hear desire, live fantasy',
  '/nope/deeper': 'Hear desire, live fantasy',
  '/category/new': /^New/,
  '/category/bookmarked': /^Bookmarked/,
  '/category/subscribs': /^Subscribs/,
  '/category/top_rated': /^Top Rated/,
  '/category/most_commented': /^Most Commented/,
  '/category/xyz': 'Category not found',
  '/player': 'Track not found',
  '/player/TRACK': 'Row one',
  '/player/unknown': 'Track not found',
  '/record': 'Ready?',
  '/audio-editor': /./,
  '/search': 'Search',
  '/news': 'News',
  '/news/anything': 'News',
  '/profile': /./,
  '/profile/nobody_here': 'Profil nicht gefunden',
  '/comment-track?trackId=TRACK': 'Row one',
  '/comment-track': 'Track not found',
  '/report?trackId=TRACK': /^Report/,
  '/upload': 'Share your recording',
  '/share-recording': 'Share your recording',
  '/upload-success': 'Upload Successful!',
  '/security-check': 'Checking your upload',
  '/admin': 'Sign in',
  '/demo': 'Demo Center',
  '/demo-feed': 'Feed',
  '/demo-record': 'Ready?',
  '/demo-audio-editor': 'Sounds good!',
  '/demo-upload': 'Upload',
  '/demo-upload-share': 'Share your recording',
  '/demo-player': 'Under the Blanket',
  '/demo-profile': 'sample_person',
  '/demo-workflow': 'Ready?',
  '/register': 'Wie möchtest du heißen?',
  '/login': 'Sign in',
  '/recover': 'Password forgotten',
  '/move': 'Bring your account here',
  '/consent': 'This link doesn’t work',
  '/account': 'Account',
  '/account/devices': 'Your devices',
  '/account/data': 'Your data',
  '/account/blocked': 'Muted and blocked',
  '/unicorn': 'Unicorn',
  '/unicorn-visualizer-demo': 'Unicorn',
  '/bench': 'The engine, on your device',
  '/test': 'Test page',
  '/test-news': 'News test',
  '/audio-edit-test': 'Sounds good!',
  ...LEGAL,
  '/privacy': 'Datenschutz',
};

const heading = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('heading', { name }).first();

async function holds(page: Page, path: string, name: string | RegExp): Promise<void> {
  await expect(heading(page, name), path).toBeVisible();
  await expect(page.getByText('Fehler beim Laden der App')).toBeHidden();
}

/** Navigates inside the app, as a link does. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: String(Math.random()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}

for (const prefix of ['', '/aural'])
  test(`every path under "${prefix}/" opens its page, directly and by link (row 1)`, async ({ browser }) => {
    const { page } = await phone(browser, stage.server);
    for (const [path, name] of Object.entries(PAGES)) {
      await page.goto(`${prefix}${path.replace('TRACK', trackId)}`, { waitUntil: 'commit' });
      await holds(page, path, name);
    }
    await page.goto(prefix === '' ? '/' : prefix);
    for (const [path, name] of Object.entries(PAGES)) {
      await follow(page, `${prefix}${path.replace('TRACK', trackId)}`);
      await holds(page, path, name);
      await expect(page, path).toHaveTitle(/Aural/);
    }
  });

test('links keep the prefix and lead to their own pages (row 1)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/aural/');
  const links = await page
    .locator('header a, footer a, main a')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(links.length).toBeGreaterThan(12);
  expect(links.filter((path) => !path.startsWith('/aural'))).toEqual([]);
  const footer = page.locator('footer a');
  for (let index = 0; index < (await footer.count()); index++) {
    const path = new URL(await footer.nth(index).evaluate((link: HTMLAnchorElement) => link.href)).pathname;
    await footer.nth(index).click();
    await holds(
      page,
      path,
      LEGAL[path.replace('/aural', '')] ?? 'a page of the footer without a heading here',
    );
    await expect(page.locator('main')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(heading(page, 'Hear desire, live fantasy')).toBeVisible();
  }
  await page.goto('/category/xyz');
  await page.getByRole('link', { name: 'Back to the feed' }).click();
  await expect(heading(page, 'Hear desire, live fantasy')).toBeVisible();
});

test('both addresses of the recorder open one page (row 1)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  // The age question covers the page.
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  for (const path of ['/recorder', '/aural/recorder', '/record/recorder']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/record\/recorder$/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(
      heading(page, 'Hear desire, live fantasy'),
      'opened directly, back leads home',
    ).toBeVisible();
  }
});
