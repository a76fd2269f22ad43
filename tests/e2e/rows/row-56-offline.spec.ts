// After one visit the app opens offline on every route, with the content seen before; a new version interrupts no user;
// audio and actions bypass the service worker.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../../support/server/server.ts';
import { voice } from '../../support/server/voice.ts';
import { countRegistering, storedFiles, visit, WEB } from '../installed.ts';
import { ADMIN, phone, recordedFor } from '../journey.ts';
import { holds } from '../screens.ts';

const RATE = 16_000;
const TITLE = 'Heard once';
const wav = () => Buffer.from(writeWav({ sampleRate: RATE, channels: [voice(8, RATE)] }));

interface Home extends TestServer {
  /** Ends the server; `resume` starts it again at the same address with the same data. */
  halt(): Promise<void>;
  resume(more?: NodeJS.ProcessEnv): Promise<void>;
}

/** A server with one track. */
async function withTrack(extra: NodeJS.ProcessEnv = {}): Promise<Home> {
  const data = await mkdtemp(join(tmpdir(), 'aural-offline-'));
  const start = (port?: number, more: NodeJS.ProcessEnv = {}) =>
    startServer({ ...extra, ...more }, port === undefined ? { data } : { data, port });
  let server = await start();
  const port = Number(new URL(server.url).port);
  await createAdmin(server, ADMIN.username, ADMIN.password);
  const fields = { title: TITLE, filename: 'once.wav', type: 'audio/wav' };
  const reply = await publish(visitor(server.url), wav(), fields);
  const admin = await signIn(server.url, ADMIN.username, ADMIN.password);
  await callAction(admin, 'approveUpload', { uploadId: reply.data.uploadId });
  return {
    ...server,
    halt: () => server.stop(),
    resume: async (more) => {
      server = await start(port, more);
    },
    stop: async () => {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Every route → its content offline, after a visit of the home page only. */
const OFFLINE: Record<string, string | RegExp> = {
  '/': 'Hear desire, live fantasy',
  '/aural/': 'Hear desire, live fantasy',
  '/aural/record': 'Ready?',
  '/record': 'Ready?',
  '/upload': 'Share your recording',
  '/category/new': /^New/,
  '/about': 'Über uns',
  '/admin': 'Couldn’t load your account',
  // Opened without a target to report.
  '/report': 'Hear desire, live fantasy',
  '/upload-success': 'Upload Successful!',
};

test('opens every route without a server after one visit, the feed from its copy, and shows nothing twice back online (O6, row 56)', async ({
  browser,
}) => {
  const server = await withTrack();
  const { context, page } = await phone(browser, server);
  await visit(page);
  const card = page.getByRole('button', { name: `Play ${TITLE}` });
  await expect(card.first()).toBeVisible();
  await server.halt();
  for (const [path, name] of Object.entries(OFFLINE)) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading', { name }).first(), path).toBeVisible();
    expect(await page.evaluate('crossOriginIsolated'), path).toBe(true);
  }
  await page.goto('/');
  await expect(page.getByText(/^Offline copy from/).first()).toBeVisible();
  await expect(card.first()).toBeVisible();
  const rows = await card.count();
  await server.resume();
  await page.reload();
  await expect(page.getByText(/^Offline copy from/)).toHaveCount(0);
  await expect(card).toHaveCount(rows);
  await context.close();
  await server.stop();
});

test('a page never opened before opens offline, and a recording can be made and played (O6)', async ({
  browser,
}) => {
  const server = await withTrack();
  const { context, page } = await phone(browser, server);
  await visit(page);
  await page.evaluate(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, 2);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await page.goto('/record');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await context.setOffline(false);
  await context.close();
  await server.stop();
});

test('without a service worker a page that fails to load says so, and appears with its styles back online (row 4)', async ({
  browser,
}) => {
  const server = await withTrack();
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Play ${TITLE}` }).first()).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page.getByText('Fehler beim Laden der App')).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: `Play ${TITLE}` }).first()).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Start recording' });
  expect((await button.boundingBox())?.width).toBe(96);
  await context.close();
  await server.stop();
});

test('actions, ranges and audio bypass the service worker, and other users’ audio is never cached (O7)', async ({
  browser,
}) => {
  const server = await withTrack();
  const { context, page } = await phone(browser, server);
  await visit(page);
  const asked = await page.evaluate(async () => {
    const { data } = await (await fetch('/upload.php?action=getTracks')).json();
    const url = data[0].url as string;
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    const whole = await fetch(url);
    return {
      url,
      status: part.status,
      range: part.headers.get('content-range'),
      length: (await part.arrayBuffer()).byteLength,
      whole: whole.status,
    };
  });
  expect(asked).toMatchObject({ status: 206, length: 10, whole: 200 });
  expect(asked.range).toMatch(/^bytes 10-19\//);
  const { paths } = await storedFiles(page);
  expect(paths.filter((path) => /^\/(?:audio|upload\.php|api)/.test(path))).toEqual([]);
  await context.close();
  await server.stop();
});

/** The same app with another script, as after a deployment. */
async function deploy(web: string): Promise<void> {
  const names = readdirSync(join(web, 'assets'));
  const entry = names.find((name) => /^index-.*\.js$/.test(name)) ?? '';
  const renamed = entry.replace(/^index-/, 'index-N');
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    const path = join(web, name);
    if (/\.(?:br|gz)$/.test(name)) await rm(path);
    else if (/\.(?:html|js)$/.test(name)) {
      const text = readFileSync(path, 'utf8').replaceAll(entry, renamed);
      writeFileSync(path, name === 'sw.js' ? text.replace(/version:`\w+`/g, 'version:`next`') : text);
    }
  }
  await cp(join(web, 'assets', entry), join(web, 'assets', renamed));
  await rm(join(web, 'assets', entry));
}

test('a version deployed during a recording changes nothing until the next page load (O8)', async ({
  browser,
}) => {
  const web = await mkdtemp(join(tmpdir(), 'aural-web-'));
  await cp(WEB, web, { recursive: true });
  const server = await withTrack({ WEB_DIRECTORY: web });
  const { context, page } = await phone(browser, server);
  await visit(page);
  const script = () => page.locator('script[type=module]').getAttribute('src');
  const before = await script();
  await page.evaluate(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, 1);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await deploy(web);
  await server.halt();
  await server.resume();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).includes('aural-version-next')))
    .toBe(true);
  const timer = page.getByRole('timer');
  const then = await timer.innerText();
  await expect(timer).not.toHaveText(then);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  expect(await script()).toBe(before);
  // It updates when idle, and the next page load is the new version.
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('A new version is here')).toBeVisible();
  await holds(page, 'a new version');
  await page.getByRole('link', { name: 'Search' }).click();
  await expect.poll(script).not.toBe(before);
  await expect(page).toHaveURL(/\/search$/);
  await context.close();
  await server.stop();
  await rm(web, { recursive: true, force: true });
});

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const appCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^aural-(assets|version)/.test(name)));

test('an operator removes the app from every device, open pages keep working, and restores it (row 56)', async ({
  browser,
}) => {
  const server = await withTrack();
  const { context, page, errors } = await phone(browser, server);
  await visit(page);
  await page.evaluate(async () => {
    const shared = await caches.open('aural-shared');
    await shared.put('/shared-audio', new Response('mine'));
    Object.assign(window, { isSamePage: true });
  });
  await server.halt();
  await server.resume({ OFFLINE_APP: 'off' });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => registrations(page)).toBe(0);
  await expect.poll(() => appCaches(page)).toEqual([]);
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search recordings' })).toBeVisible();
  expect(await appCaches(page)).toEqual([]);
  expect(await page.evaluate(async () => (await caches.keys()).includes('aural-shared'))).toBe(true);
  // A later visit checks for a worker and gets the same answer.
  const registered = await countRegistering(page);
  await page.goto('/');
  await expect.poll(registered).toBe(1);
  await expect.poll(() => registrations(page)).toBe(0);
  expect(await appCaches(page)).toEqual([]);
  await server.halt();
  await server.resume();
  await visit(page);
  expect(errors.filter((error) => !/ERR_|net::/.test(error))).toEqual([]);
  await context.close();
  await server.stop();
});

test('the app can be installed, and the first page requests none of its icons (row 56)', async ({
  browser,
}) => {
  const server = await withTrack();
  const { context, page } = await phone(browser, server);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page);
  expect(asked.filter((path) => path.endsWith('.png'))).toEqual([]);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's browser cannot install the app and says so.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const sizes = await page.evaluate(async () => {
    const manifest = await (await fetch('/manifest.webmanifest')).json();
    const icons = manifest.icons as { src: string; sizes: string; type: string; purpose: string }[];
    const measured = icons
      .filter(({ type }) => type === 'image/png')
      .map(async ({ src, sizes: said, purpose }) => {
        const answer = await fetch(src);
        const { width, height } = await createImageBitmap(await answer.blob());
        return [purpose, said, `${width}x${height}`, answer.headers.get('content-type')].join(' ');
      });
    return Promise.all(measured);
  });
  expect(sizes).toEqual([
    'any 192x192 192x192 image/png',
    'any 512x512 512x512 image/png',
    'maskable 192x192 192x192 image/png',
    'maskable 512x512 512x512 image/png',
  ]);
  expect((await storedFiles(page)).paths.filter((path) => path.endsWith('.png'))).toEqual([]);
  await context.close();
  await server.stop();
});

test('settings offer the home screen where the platform supports it (row 56)', async ({ browser }) => {
  const server = await withTrack();
  const { context, page } = await phone(browser, server);
  const offer = page.getByRole('region', { name: 'On your home screen' });
  const openSettings = () => page.getByRole('button', { name: 'Settings' }).click();
  await page.goto('/account');
  await openSettings();
  await expect(page.getByRole('switch', { name: /^Discreet mode/ })).toBeVisible();
  await expect(offer).toHaveCount(0);
  // As Chromium offers it; a headless browser never does.
  const announced = await page.evaluate(() => {
    const outcome = Promise.resolve({ outcome: 'accepted' });
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, { prompt: () => Object.assign(window, { asked: true }) && outcome });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(announced).toBe(true);
  await expect(offer).toBeVisible();
  expect(await page.evaluate('window.asked')).toBeUndefined();
  await offer.getByRole('button', { name: 'Add it' }).click();
  expect(await page.evaluate('window.asked')).toBe(true);
  await expect(offer.getByText('Added to your home screen.')).toBeVisible();
  // An iPhone has no prompt; the instructions are manual.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await page.goto('/account');
  await openSettings();
  await expect(offer.getByText(/Add to Home Screen/)).toBeVisible();
  await expect(offer.getByRole('button')).toHaveCount(0);
  await context.close();
  await server.stop();
});
