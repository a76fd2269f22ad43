// The footer's pages. Each has its own heading under both prefixes, needs no sign-in and little code, says what is
// missing without the server, and shows the figures of `getConfig`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { seriousOn } from '../axe.ts';
import { type Phone, phone } from '../journey.ts';

/** Path → heading, and a sentence that only this page has. */
const PAGES: Record<string, [heading: string, sentence: RegExp]> = {
  '/about': ['Über uns', /näher als jedes Bild/],
  '/richtlinien': ['Richtlinien', /Heimliche Mitschnitte/],
  '/sicherheit': ['Sicherheit', /SHA-256-Summe/],
  '/hilfe': ['Hilfe', /Der rote Knopf oben/],
  '/faq': ['FAQ', /entsteht ein Gastkonto/],
  '/kontakt': ['Kontakt', /Schick uns keine Aufnahmen/],
  '/datenschutz': ['Datenschutz', /Das erste Cookie heißt/],
  '/privacy': ['Datenschutz', /Das erste Cookie heißt/],
  '/agb': ['AGB', /Alle Rechte an deinen Aufnahmen/],
  '/impressum': ['Impressum', /Wer diese Installation/],
};
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
/** Settings that differ from every default. */
const CHOSEN = {
  SESSION_IDLE_DAYS: '17',
  SESSION_MAX_DAYS: '99',
  UPLOAD_RESUME_SECONDS: '10800',
  OPERATOR_NAME: 'Verein der leisen Stimmen',
  OPERATOR_ADDRESS: 'Hinterhof 3; 10999 Berlin',
  OPERATOR_EMAIL: 'post@stimmen.example',
  OPERATOR_PHONE: '+49 30 1234567',
};
/** Scripts and styles that a legal page adds to those of the first page, in bytes as sent. */
const OWN_BYTES = 20_000;

let server: TestServer;
let data: string;
test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'aural-legal-'));
  server = await startServer(CHOSEN, { data });
});
test.afterAll(async () => {
  await server?.stop();
  if (data) rmSync(data, { recursive: true, force: true });
});

/** A phone whose server answers only files. */
async function withoutApi(browser: Browser): Promise<Phone> {
  const there = await phone(browser, server);
  await there.page.route(/upload\.php|\/api\//, (route) => route.abort());
  return there;
}

async function open(page: Page, path: string, [heading, sentence]: [string, RegExp]): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1'), path).toHaveText(heading);
  await expect(page.locator('main h1'), path).toHaveCount(1);
  await expect(page.getByText(sentence).first(), path).toBeVisible();
}

for (const prefix of ['', '/aural'])
  test(`every page under "${prefix}/" has its heading, title and German text without signing in (row 5)`, async ({
    browser,
  }) => {
    const { context, page, errors } = await phone(browser, server);
    for (const [path, expected] of Object.entries(PAGES)) {
      await open(page, `${prefix}${path}`, expected);
      await expect(page, path).toHaveTitle(`${expected[0]} · Aural`);
      await expect(page.locator('main article'), path).toHaveAttribute('lang', 'de');
      await expect(page.locator('main article'), path).toContainText(
        /Zuletzt geändert am \d+\. \p{L}+ \d{4}/u,
      );
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${path} fits the width`,
      ).toBeLessThanOrEqual(0);
      const inside = page.locator('main article a[href^="/"]');
      for (const href of await inside.evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      )) {
        expect(href.startsWith(`${prefix}/`), `${path} → ${href}`).toBe(true);
        expect(Object.keys(PAGES), `${path} → ${href}`).toContain(href.slice(prefix.length).split('#')[0]);
      }
    }
    expect(await context.cookies()).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

test('the footer of the feed links every page (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  await page.goto('/');
  const footer = page.locator('footer a');
  const hrefs = await footer.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect([...hrefs, '/privacy'].sort()).toEqual(Object.keys(PAGES).sort());
  for (const href of hrefs) {
    await page.locator(`footer a[href="${href}"]`).click();
    await expect(page.locator('main h1')).toHaveText(PAGES[href]?.[0] ?? '');
  }
  await context.close();
});

test('every page is readable without the API and says what is missing (row 5)', async ({ browser }) => {
  const { context, page } = await withoutApi(browser);
  for (const [path, expected] of Object.entries(PAGES)) await open(page, path, expected);
  await page.goto('/sicherheit');
  const missing = page.locator('main').getByText(/kommen vom Server, und der antwortet gerade nicht/);
  await expect(missing.first()).toBeVisible();
  await expect(page.locator('main data')).toHaveCount(0);
  await page.unroute(/upload\.php|\/api\//);
  await page.locator('main').getByRole('button', { name: 'Noch einmal versuchen' }).first().click();
  await expect(page.locator('main data').first()).toBeVisible();
  await expect(missing).toHaveCount(0);
  await context.close();
});

test('a page whose text failed to load says so and shows it after a retry (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  await page.route(/assets\/terms-/, (route) => route.abort());
  await page.goto('/agb');
  await expect(page.locator('main h1')).toHaveText('AGB');
  await expect(page.getByRole('alert')).toContainText('konnte nicht geladen werden');
  await page.unroute(/assets\/terms-/);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText(/Alle Rechte an deinen Aufnahmen/)).toBeVisible();
  await context.close();
});

/** Path of a number in an answer → the number. */
function numbersIn(value: unknown, at = ''): [string, number][] {
  if (typeof value === 'number') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => numbersIn(each, at === '' ? key : `${at}.${key}`));
}

test('/sicherheit shows every number of getConfig and no other (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  const reply = await context.request.get('/upload.php?action=getConfig');
  const config = ((await reply.json()) as { data: unknown }).data;
  const expected = numbersIn(config);
  expect(expected.length).toBeGreaterThan(30);
  await page.goto('/sicherheit');
  await expect(page.locator('main data').first()).toBeVisible();
  const shown = await page
    .locator('main data')
    .evaluateAll((all) =>
      all.map((each): [string, number, string] => [
        (each as HTMLElement).dataset.field ?? '',
        Number((each as HTMLDataElement).value),
        each.textContent ?? '',
      ]),
    );
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  const words = Object.fromEntries(shown.map(([field, , text]) => [field, text]));
  expect(words).toMatchObject({
    maxUploadBytes: '50 MB',
    minSeconds: '5 Sekunden',
    maxSeconds: '20 Minuten',
    refusedAboveSeconds: '60 Minuten',
    'uploadLimits.soft.perDay': '2',
    'uploadLimits.hard.audioMinutesPerDay': '120',
    'proofOfWork.classes.1.aboveBytes': 'über 5 MB bis 10 MB',
    'retention.addressesDays': '7 Tage',
    'retention.listeningsDays': '1 Tag',
    'retention.sessionIdleDays': '17 Tage',
    'retention.sessionMaxDays': '99 Tage',
    'retention.unfinishedUploadsSeconds': '3 Stunden',
  });
  await context.close();
});

test('imprint and contact name the operator and warn about missing settings (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  for (const path of ['/impressum', '/kontakt']) {
    await page.goto(path);
    const main = page.locator('main');
    await expect(main.getByText('Verein der leisen Stimmen')).toBeVisible();
    await expect(main.getByText('10999 Berlin', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'post@stimmen.example' })).toHaveAttribute(
      'href',
      'mailto:post@stimmen.example',
    );
    await expect(main.getByRole('link', { name: '+49 30 1234567' })).toHaveAttribute(
      'href',
      'tel:+49301234567',
    );
    await expect(
      main.getByText(/Es fehlt: Verantwortlich für den Inhalt, Jugendschutzbeauftragte Person\./),
    ).toBeVisible();
  }
  await context.close();
  const whole = await startServer({
    ...CHOSEN,
    OPERATOR_RESPONSIBLE: 'Mara Beispiel',
    OPERATOR_YOUTH_PROTECTION: 'Kim Beispiel',
  });
  const other = await phone(browser, whole);
  await other.page.goto('/impressum');
  await expect(other.page.getByText('Mara Beispiel')).toBeVisible();
  await expect(other.page.getByText(/Es fehlt/)).toHaveCount(0);
  await other.context.close();
  await whole.stop();
});

test('a legal page loads a few kilobytes, without engine or editor (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  const own: { path: string; bytes: number }[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/assets\/(?!index)/.test(pathname) && /\.(?:js|css|wasm)$/.test(pathname))
      void request
        .sizes()
        .then(({ responseBodySize }) => own.push({ path: pathname, bytes: responseBodySize }));
  });
  // A service worker fills its cache with everything, later and in parallel.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await open(page, '/datenschutz', PAGES['/datenschutz'] ?? ['', /^$/]);
  await expect(page.locator('main data').first()).toBeVisible();
  await expect.poll(() => own.some(({ path }) => /privacy-/.test(path))).toBe(true);
  expect(own.filter(({ path }) => /wasm|Editor|engine|worker|terms-|help-/i.test(path))).toEqual([]);
  expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(OWN_BYTES);
  await context.close();
});

test('the table of contents leads to its parts, and a link to a part opens there (row 5)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, server);
  await page.goto('/datenschutz');
  const contents = page.getByRole('navigation', { name: 'Auf dieser Seite' });
  await contents.getByText('Auf dieser Seite').click();
  await contents.getByRole('link', { name: 'Deine Rechte' }).click();
  await expect(page.getByRole('heading', { name: 'Deine Rechte' })).toBeInViewport();
  await page.goto('/aural/sicherheit#luecken');
  await expect(page.getByRole('heading', { name: 'Eine Sicherheitslücke gefunden?' })).toBeInViewport();
  await page.getByRole('link', { name: 'Kontakt' }).last().click();
  await expect(page).toHaveURL(/\/aural\/kontakt$/);
  await context.close();
});

test('axe finds nothing serious at 360 and 1440 px (row 5)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  for (const [path, expected] of Object.entries(PAGES)) {
    await page.setViewportSize(SIZES[0] ?? { width: 360, height: 640 });
    await open(page, path, expected);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const serious = await seriousOn(page);
      expect(serious, `${path} at ${size.width} px`).toEqual([]);
    }
  }
  await context.close();
});
